import { datasetEntity } from '#core/entity/dataset.ts'
import { notEmptyCondition, relationOperators, booleanOperator } from '#server/resources/operators.ts'
import { folderColumns, folderOperators } from '#server/resources/shared/folder-names.ts'
import { tagColumns, tagOperators } from '#server/resources/shared/tags.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'

const owners = ['id', 'first_name', 'last_name', 'username'].map((part) => `owners.${part}`)

export const listing = listingOf(datasetEntity, {
  columns: [
    'kind',
    'datasource_type',
    'explore_url',
    'url',
    'database.id',
    'database.database_name',
    'database.backend',
    ...owners,
    ...tagColumns,
    ...folderColumns,
    'changed_by_name',
    'changed_by_url',
    'changed_on_utc',
  ],
  showColumns: [
    'columns',
    'metrics',
    'select_star',
    'uid',
    'datasource_name',
    'name',
    'column_formats',
    'granularity_sqla',
    'time_grain_sqla',
    'order_by_choices',
    'verbose_map',
  ],
  order: { 'database.database_name': 'database.database_name' },
  base: [{ column: 'changed_on', direction: 'desc' }],
  filters: {
    id: [
      booleanOperator('dataset_is_certified', 'Is certified', () => ({
        col: 'extra',
        op: 'ct',
        value: '"certification"',
      })),
    ],
    sql: [booleanOperator('dataset_is_null_or_empty', 'Null or Empty', () => ({ not: notEmptyCondition('sql') }))],
    database: relationOperators('database_id'),
    tags: tagOperators('dataset'),
    folder: folderOperators,
  },
  related: { database: 'database', owners: 'user', tags: 'tag', folder: 'folder' },
  distinct: ['schema'],
})
