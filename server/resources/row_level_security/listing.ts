import { rowRuleEntity } from '#core/entity/row-rule.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'

export const listing = listingOf(rowRuleEntity, {
  columns: ['tables.id', 'tables.schema', 'tables.table_name', 'roles.id', 'roles.name'],
  base: [{ column: 'name', direction: 'asc' }],
  related: { tables: 'dataset', roles: 'role' },
})
