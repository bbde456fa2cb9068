import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { dashboardAccess, datasetAccess, type RuleOptions } from '#core/access/rules.ts'
import {
  searchOperator,
  currentUserOperator,
  favoriteOperator,
  notEmptyCondition,
  visibleRelationOperators,
  textOperators,
  toManyOperators,
  relationOperators,
  booleanOperator,
} from '#server/resources/operators.ts'
import { chartEntity } from '#core/entity/chart.ts'
import { folderColumns, folderOperators } from '#server/resources/shared/folder-names.ts'
import { tagColumns, tagOperators } from '#server/resources/shared/tags.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'

const PERSON = ['id', 'first_name', 'last_name', 'username']

/** Returns the condition for charts that a user has created or changed last. */
const savedBy = (id: number): Condition => ({
  or: [
    { col: 'created_by_fk', op: 'eq', value: id },
    { col: 'changed_by_fk', op: 'eq', value: id },
  ],
})

const userColumns = ['owners', 'last_saved_by'].flatMap((name) => PERSON.map((part) => `${name}.${part}`))

function searchConditions(text: string, ...access: readonly [CurrentUser, RuleOptions]): readonly Condition[] {
  const contains = (col: string): Condition => ({ col, op: 'ct', value: text })
  return [
    contains('slice_name'),
    contains('description'),
    contains('viz_type'),
    { some: 'dataset', where: { and: [contains('table_name'), datasetAccess(...access)] } },
  ]
}

/** The name of the dataset is hidden if the caller owns a chart but may not read its dataset; such charts sort last. */
const datasetName = { column: 'dataset.table_name', where: datasetAccess }

export const listing = listingOf(chartEntity, {
  columns: [
    'slice_id',
    'slice_url',
    'url',
    'edit_url',
    'thumbnail_url',
    'form_data',
    'datasource',
    'datasource_name',
    'datasource_name_text',
    'datasource_url',
    'table.table_name',
    'table.default_endpoint',
    'description_markeddown',
    'dashboards.id',
    'dashboards.dashboard_title',
    ...tagColumns,
    ...folderColumns,
    ...userColumns,
    'created_by_name',
    'changed_by_name',
    'changed_by_url',
    'changed_on_dttm',
    'changed_on_utc',
    'modified',
  ],
  order: {
    datasource_name: datasetName,
    datasource_name_text: datasetName,
    'last_saved_by.id': 'last_saved_by.id',
    'last_saved_by.first_name': 'last_saved_by.first_name',
    'last_saved_by.last_name': 'last_saved_by.last_name',
  },
  base: [{ column: 'changed_on', direction: 'desc' }],
  filters: {
    id: [
      favoriteOperator('chart_is_favorite'),
      booleanOperator('chart_is_certified', 'Is certified', () => notEmptyCondition('certified_by')),
      currentUserOperator('chart_owned_created_favored_by_me', 'Owned Created or Favored', (id) => ({
        or: [{ owner: id }, { favoriteOf: id }, savedBy(id)],
      })),
    ],
    slice_name: [searchOperator('chart_all_text', 'All Text', searchConditions)],
    datasource_name: visibleRelationOperators('dataset', datasetAccess, textOperators('table_name')),
    dashboards: toManyOperators('dashboards', dashboardAccess),
    tags: tagOperators('chart'),
    folder: folderOperators,
    last_saved_by: relationOperators('last_saved_by_fk'),
    created_by: [
      booleanOperator('chart_has_created_by', 'Has created by', () => ({
        col: 'created_by_fk',
        op: 'neq',
        value: null,
      })),
      currentUserOperator('chart_created_by_me', 'Created by me', savedBy),
    ],
  },
  related: { owners: 'user', tags: 'tag', folder: 'folder' },
})
