import { queryEntity } from '#core/entity/query.ts'
import { timestampOperators, textOperators, relationOperators } from '#server/resources/operators.ts'
import type { Listing } from '#server/resources/resource.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'

const USER = ['user.id', 'user.first_name', 'user.last_name', 'user.username']
const EXTRA_COLUMNS = ['database.id', 'database.database_name', ...USER, 'limit', 'progress']

const defaultListing = listingOf(queryEntity, {
  order: {
    'database.database_name': 'database.database_name',
    'user.first_name': 'created_by.first_name',
  },
  base: [{ column: 'start_time', direction: 'desc' }],
  filters: {
    changed_on: timestampOperators('changed_on'),
    database: relationOperators('database_id'),
    user: relationOperators('created_by_fk'),
    tab_name: textOperators('tab_name'),
  },
  related: { database: 'database', user: 'user' },
  distinct: ['status'],
})

/** Fields that queries lack: `start_time` and `user` replace them, and queries are never changed. */
const HIDDEN_COLUMNS = /^(uuid|created_by\.|changed_by\.|created_on|changed_on_delta)/

const withoutHiddenColumns = (names: readonly string[]) => [
  ...names.filter((name) => !HIDDEN_COLUMNS.test(name)),
  ...EXTRA_COLUMNS,
]

/** The list fields of queries. */
export const listing: Listing = {
  ...defaultListing,
  columns: withoutHiddenColumns(defaultListing.columns),
  showColumns: withoutHiddenColumns(defaultListing.showColumns),
}
