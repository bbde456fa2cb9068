import * as z from 'zod'
import { ids, textOf } from '#core/rest/body.ts'
import { links, requiredLinks, text, nullableText } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** `Regular` applies to users with one of its roles, `Base` to all users without any of its roles. */
export type RowRuleType = 'Regular' | 'Base'

const clause = z.string().trim().min(1, 'Length must be at least 1.')
const filterType = z.enum(['Regular', 'Base'], 'Must be one of: Regular, Base.')
const tables = ids.min(1, 'Shorter than minimum length 1.')

/** A rule that restricts the visible rows of some datasets. */
export const rowRuleEntity = defineEntity({
  table: 'row_rules',
  type: 'row_rule',
  rights: { view: 'RowLevelSecurity', permissions: ['can_read', 'can_write'], readers: 'Admin', writers: 'Admin' },
  unknown: 'dropped',
  fields: {
    /** Unique among rules that are not deleted. */
    name: text({
      create: textOf(1, 255),
      update: textOf(1, 255).optional(),
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    filter_type: text<RowRuleType>({
      create: filterType,
      update: filterType.optional(),
      sorted: true,
      filter: 'exact',
    }),
    /** Ids of the datasets, ascending. */
    tables: requiredLinks(
      { to: 'datasets', through: 'row_rule_datasets', here: 'rule_id', there: 'dataset_id' },
      { create: tables, update: tables.optional() },
    ),
    /** Ids of the roles, ascending. */
    roles: links(
      { to: 'roles', through: 'row_rule_roles', here: 'rule_id', there: 'role_id' },
      { create: ids, update: ids.optional() },
    ),
    /** SQL of one condition; it may be a template. */
    clause: text({ create: clause, update: clause.optional(), folded: true, sorted: true, filter: 'text' }),
    description: nullableText({ folded: true, filter: 'text' }),
    /** Rules of the same group are combined with OR, groups with AND; a rule with null forms its own group. */
    group_key: nullableText({ body: textOf(0, 255).nullish(), folded: true, sorted: true, filter: 'text' }),
  },
})

export type RowRule = RowOf<typeof rowRuleEntity>
export type RowRuleDraft = DraftOf<typeof rowRuleEntity>
export type RowRuleBody = BodyOf<typeof rowRuleEntity>
