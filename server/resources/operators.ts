import type { Condition, TextOperator } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { RuleOptions } from '#core/access/rules.ts'
import type { Operator } from './resource.ts'

const textLabels: Readonly<Record<TextOperator | 'eq' | 'neq', string>> = {
  sw: 'Starts with',
  ew: 'Ends with',
  ct: 'Contains',
  eq: 'Equal to',
  nsw: 'Not Starts with',
  new: 'Not Ends with',
  nct: 'Not Contains',
  neq: 'Not Equal to',
}

/** Operators of a column of text. */
export function textColumn(col: string): readonly Operator[] {
  return (Object.keys(textLabels) as (keyof typeof textLabels)[]).map((op) => ({
    operator: op,
    label: textLabels[op],
    condition: (value): Condition => ({ col, op, value: String(value) }),
  }))
}

/** Operators of a column of numbers; text that is no number holds nowhere. */
export function numberColumn(col: string): readonly Operator[] {
  const labels = { eq: 'Equal to', gt: 'Greater than', lt: 'Smaller than', neq: 'Not Equal to' } as const
  return (Object.keys(labels) as (keyof typeof labels)[]).map((op) => ({
    operator: op,
    label: labels[op],
    condition: (value): Condition => {
      const number = toNumber(value)
      return number === undefined ? op === 'neq' : { col, op, value: number }
    },
  }))
}

/** Operators of a column of moments: text as answers have it, UTC where it names no zone, or epoch milliseconds. */
export function momentColumn(col: string): readonly Operator[] {
  return numberColumn(col).map((each) => ({
    ...each,
    condition: (value, ...dataRequest) => each.condition(toEpoch(value), ...dataRequest),
  }))
}

function toEpoch(value: unknown): unknown {
  if (typeof value !== 'string' || toNumber(value) !== undefined) return value
  const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(value)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const at = Date.parse(hasZone || isDay ? value : `${value}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** Operators of a column that is true or false. */
export function flagColumn(col: string): readonly Operator[] {
  return (['eq', 'neq'] as const).map((op) => ({
    operator: op,
    label: op === 'eq' ? 'Equal to' : 'Not Equal to',
    condition: (value): Condition => ({ col, op, value: toFlag(value) }),
  }))
}

/** Operators of a relation to one row, kept as its id. */
export function toOne(col: string): readonly Operator[] {
  return [
    { operator: 'rel_o_m', label: 'Relation', condition: (value) => equalId(col, value) },
    { operator: 'nrel_o_m', label: 'No Relation', condition: (value) => ({ not: equalId(col, value) }) },
  ]
}

/** Which rows the caller may see. */
type Rule = (user: CurrentUser, options: RuleOptions) => Condition

/** Operator of a relation to many rows, of those that the caller may see. */
export function toMany(relation: string, rule: Rule = () => true): readonly Operator[] {
  return [
    {
      operator: 'rel_m_m',
      label: 'Relation as Many',
      condition: (value, ...dataRequest) => {
        if (relation !== 'owners')
          return { some: relation, where: { and: [equalId('id', value), rule(...dataRequest)] } }
        const id = toNumber(value)
        return id === undefined ? false : { owner: id }
      },
    },
  ]
}

/** An operator whose value is yes or no. */
export function yesNo(operator: string, label: string, yes: (userId: number | null) => Condition): Operator {
  return {
    operator,
    label,
    condition: (value, user) => (toFlag(value) ? yes(user.userId) : { not: yes(user.userId) }),
  }
}

/** An operator that looks for text in several places at once. */
export function allText(
  operator: string,
  label: string,
  where: (text: string, user: CurrentUser, options: RuleOptions) => readonly Condition[],
): Operator {
  return { operator, label, condition: (value, ...dataRequest) => ({ or: where(String(value), ...dataRequest) }) }
}

/**
 * Operators of a column of a related row, as far as the caller may see that row: one they may not see is as if it were
 * not there, so that no list tells by its count what its rows do not say.
 */
export function ofSeen(relation: string, rule: Rule, operators: readonly Operator[]): readonly Operator[] {
  return operators.map((each) => ({
    ...each,
    condition: (value, user, options) => ({
      some: relation,
      where: { and: [each.condition(value, user, options) ?? false, rule(user, options)] },
    }),
  }))
}

/** The column is neither null nor empty. */
export function isSet(col: string): Condition {
  return { not: { col, op: 'in', value: [null, ''] } }
}

export function isFavorite(operator: string): Operator {
  return yesNo(operator, 'Is favorite', (userId) => (userId === null ? false : { favoriteOf: userId }))
}

function equalId(col: string, value: unknown): Condition {
  const id = toNumber(value)
  return id === undefined ? false : { col, op: 'eq', value: id }
}

function toNumber(value: unknown): number | undefined {
  if (value === '' || value === null || typeof value === 'boolean') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

function toFlag(value: unknown): boolean {
  return typeof value === 'string' ? ['y', 'yes', 'true', '1', 't'].includes(value.toLowerCase()) : Boolean(value)
}
