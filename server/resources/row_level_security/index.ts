import { hasPermission } from '#core/access/ability.ts'
import { type RowRule, type RowRuleBody, rowRuleEntity } from '#core/entity/row-rule.ts'
import type { Resource } from '#server/resources/resource.ts'
import { createRowRule, parseRowRule, updateRowRule } from './body.ts'
import { listing } from './listing.ts'
import { presentRowRules } from './present.ts'

const VIEW = 'RowLevelSecurity'

/** Row-level security rules. */
export const rowLevelSecurity: Resource<RowRule, RowRuleBody> = {
  name: 'rowlevelsecurity',
  permission: VIEW,
  nouns: { one: 'Rule', many: 'Rules', model: 'Row Level Security Filter' },
  listing,
  repository: (store) => store.rowRules,
  rule: ({ user }, action) => hasPermission(user, action === 'write' ? 'can_write' : 'can_read', VIEW),
  bodies: rowRuleEntity,
  parse: parseRowRule,
  create: createRowRule,
  update: updateRowRule,
  changes: {
    type: 'row_rule',
    fields: Object.keys(rowRuleEntity.fields),
    current: async (row) => row as Readonly<Record<string, unknown>>,
  },
  present: presentRowRules,
}
