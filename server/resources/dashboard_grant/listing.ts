import { searchOperator, numberOperators, textOperators, relationOperators } from '#server/resources/operators.ts'
import type { Listing } from '#server/resources/resource.ts'

const userColumns = (name: string) => ['id', 'first_name', 'last_name'].map((part) => `${name}.${part}`)

const shownFields = [
  'id',
  'uuid',
  'dashboard.id',
  'dashboard.dashboard_title',
  'dashboard.published',
  'dashboard.roles',
  'dataset.id',
  'dataset.schema',
  'dataset.table_name',
  'note',
  'created_on_delta_humanized',
  'changed_on_delta_humanized',
  ...userColumns('created_by'),
  ...userColumns('changed_by'),
  'version',
]

export const listing: Listing = {
  columns: shownFields,
  showColumns: shownFields,
  order: {
    'dashboard.dashboard_title': 'dashboard.dashboard_title',
    'dataset.table_name': 'dataset.table_name',
    note: 'note',
    created_on_delta_humanized: 'created_on',
    changed_on_delta_humanized: 'changed_on',
  },
  base: [{ column: 'created_on', direction: 'desc' }],
  filters: {
    id: numberOperators('id'),
    note: textOperators('note'),
    dashboard: [
      ...relationOperators('dashboard_id'),
      searchOperator('dashboard_grant_all_text', 'All text', (value) => [
        { some: 'dashboard', where: { col: 'dashboard_title', op: 'ct', value } },
        { some: 'dataset', where: { col: 'table_name', op: 'ct', value } },
        { col: 'note', op: 'ct', value },
      ]),
    ],
    dataset: relationOperators('dataset_id'),
    created_by: relationOperators('created_by_fk'),
    changed_by: relationOperators('changed_by_fk'),
  },
  related: { dataset: 'dataset', created_by: 'user', changed_by: 'user' },
  distinct: [],
  addColumns: ['dashboard', 'dataset', 'note'],
  editColumns: ['note'],
}
