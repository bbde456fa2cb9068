import { textColumn, toMany, toOne } from '#server/resources/operators.ts'
import type { Listing } from '#server/resources/resource.ts'

const person = (name: string) => ['id', 'first_name', 'last_name'].map((part) => `${name}.${part}`)
const own = ['name', 'description', 'filter_type', 'tables', 'roles', 'group_key', 'clause']

const shown = [
  'id',
  'uuid',
  'name',
  'filter_type',
  'tables.id',
  'tables.schema',
  'tables.table_name',
  'roles.id',
  'roles.name',
  'clause',
  'group_key',
  'description',
  'changed_on_delta_humanized',
  ...person('changed_by'),
  ...person('created_by'),
  'version',
]

export const listing: Listing = {
  columns: shown,
  showColumns: shown,
  order: {
    name: 'name',
    filter_type: 'filter_type',
    clause: 'clause',
    group_key: 'group_key',
    changed_on_delta_humanized: 'changed_on',
  },
  base: [{ column: 'name', direction: 'asc' }],
  filters: {
    name: textColumn('name'),
    description: textColumn('description'),
    filter_type: textColumn('filter_type').filter(({ operator }) => operator === 'eq' || operator === 'neq'),
    group_key: textColumn('group_key'),
    clause: textColumn('clause'),
    tables: toMany('tables'),
    roles: toMany('roles'),
    created_by: toOne('created_by_fk'),
    changed_by: toOne('changed_by_fk'),
  },
  related: { tables: 'dataset', roles: 'role', created_by: 'user', changed_by: 'user' },
  distinct: [],
  addColumns: own,
  editColumns: own,
}
