import type { Draft, Entity } from './entity.ts'

/**
 * Whom a row rule concerns: `Regular` those who have one of its roles, `Base` everybody but those who have one of them.
 */
export type RowRuleType = 'Regular' | 'Base'

/** A rule that narrows which rows of some datasets people see. */
export interface RowRule extends Entity {
  /** Unique among living rules. */
  readonly name: string
  readonly description: string | null
  readonly filter_type: RowRuleType
  /** Rules of the same group are ORed, groups are ANDed; null is a group of its own. */
  readonly group_key: string | null
  /** SQL of one condition; may be a template. */
  readonly clause: string
  /** Ids of the datasets, ascending. */
  readonly tables: readonly number[]
  /** Ids of the roles, ascending. */
  readonly roles: readonly number[]
}

export type RowRuleDraft = Draft<RowRule, 'name' | 'filter_type' | 'clause' | 'tables'>
