import type { Condition } from '#core/access/condition.ts'
import {
  allText,
  isFavorite,
  isSet,
  numberColumn,
  textColumn,
  toMany,
  toOne,
  yesNo,
} from '#server/resources/operators.ts'
import type { Listing } from '#server/resources/resource.ts'

const person = (name: string) => ['id', 'first_name', 'last_name', 'username'].map((part) => `${name}.${part}`)

const shown = [
  'id',
  'uuid',
  'slice_id',
  'slice_name',
  'slice_url',
  'url',
  'edit_url',
  'thumbnail_url',
  'viz_type',
  'params',
  'form_data',
  'datasource',
  'datasource_id',
  'datasource_type',
  'datasource_name',
  'datasource_name_text',
  'datasource_url',
  'table.table_name',
  'table.default_endpoint',
  'description',
  'description_markeddown',
  'cache_timeout',
  'certified_by',
  'certification_details',
  'is_managed_externally',
  'dashboards.id',
  'dashboards.dashboard_title',
  ...person('owners'),
  ...person('created_by'),
  'created_by_name',
  'created_on_delta_humanized',
  ...person('changed_by'),
  'changed_by_name',
  'changed_by_url',
  'changed_on',
  'changed_on_delta_humanized',
  'changed_on_dttm',
  'changed_on_utc',
  'modified',
  'last_saved_at',
  ...person('last_saved_by'),
  'version',
  'abilities',
]

function everywhere(text: string): readonly Condition[] {
  const contains = (col: string): Condition => ({ col, op: 'ct', value: text })
  return [
    contains('slice_name'),
    contains('description'),
    contains('viz_type'),
    { some: 'dataset', where: contains('table_name') },
  ]
}

export const listing: Listing = {
  columns: shown,
  showColumns: [...shown, 'query_context', 'external_url'],
  order: {
    slice_name: 'slice_name',
    viz_type: 'viz_type',
    datasource_id: 'datasource_id',
    datasource_name: 'dataset.table_name',
    datasource_name_text: 'dataset.table_name',
    changed_on: 'changed_on',
    changed_on_delta_humanized: 'changed_on',
    'changed_by.first_name': 'changed_by.first_name',
    created_on: 'created_on',
    created_on_delta_humanized: 'created_on',
    'created_by.first_name': 'created_by.first_name',
    last_saved_at: 'last_saved_at',
    'last_saved_by.id': 'last_saved_by.id',
    'last_saved_by.first_name': 'last_saved_by.first_name',
    'last_saved_by.last_name': 'last_saved_by.last_name',
  },
  base: [{ column: 'changed_on', direction: 'desc' }],
  filters: {
    id: [
      ...numberColumn('id'),
      isFavorite('chart_is_favorite'),
      yesNo('chart_is_certified', 'Is certified', () => isSet('certified_by')),
      {
        operator: 'chart_owned_created_favored_by_me',
        label: 'Owned Created or Favored',
        condition: (_, { userId }) =>
          userId !== null && {
            or: [
              { owner: userId },
              { favoriteOf: userId },
              { col: 'created_by_fk', op: 'eq', value: userId },
              { col: 'changed_by_fk', op: 'eq', value: userId },
            ],
          },
      },
    ],
    uuid: textColumn('uuid').filter(({ operator }) => operator === 'eq' || operator === 'neq'),
    slice_name: [...textColumn('slice_name'), allText('chart_all_text', 'All Text', everywhere)],
    description: textColumn('description'),
    viz_type: textColumn('viz_type'),
    datasource_id: numberColumn('datasource_id'),
    datasource_type: textColumn('datasource_type').filter(({ operator }) => ['eq', 'neq'].includes(operator)),
    datasource_name: textColumn('table_name').map((each) => ({
      ...each,
      condition: (value, user) => ({ some: 'dataset', where: each.condition(value, user) ?? false }),
    })),
    owners: toMany('owners'),
    dashboards: toMany('dashboards'),
    last_saved_at: numberColumn('last_saved_at'),
    last_saved_by: toOne('last_saved_by_fk'),
    changed_by: toOne('changed_by_fk'),
    created_by: [
      ...toOne('created_by_fk'),
      yesNo('chart_has_created_by', 'Has created by', () => ({ col: 'created_by_fk', op: 'neq', value: null })),
      {
        operator: 'chart_created_by_me',
        label: 'Created by me',
        condition: (_, { userId }) =>
          userId !== null && {
            or: [
              { col: 'created_by_fk', op: 'eq', value: userId },
              { col: 'changed_by_fk', op: 'eq', value: userId },
            ],
          },
      },
    ],
  },
  related: { owners: 'user', created_by: 'user', changed_by: 'user' },
  distinct: [],
  addColumns: ['slice_name'],
  editColumns: ['slice_name'],
}
