import type { Condition } from '#core/access/condition.ts'
import { dashboardEntity } from '#core/entity/dashboard.ts'
import {
  searchOperator,
  currentUserOperator,
  flagOperators,
  favoriteOperator,
  notEmptyCondition,
  booleanOperator,
} from '#server/resources/operators.ts'
import { folderColumns, folderOperators } from '#server/resources/shared/folder-names.ts'
import { tagColumns, tagOperators } from '#server/resources/shared/tags.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'

const owners = ['id', 'first_name', 'last_name', 'username'].map((part) => `owners.${part}`)

function titleOrSlug(text: string): readonly Condition[] {
  return [
    { col: 'dashboard_title', op: 'ct', value: text },
    { col: 'slug', op: 'ct', value: text },
  ]
}

export const listing = listingOf(dashboardEntity, {
  columns: [
    'url',
    'status',
    'thumbnail_url',
    ...owners,
    'roles.id',
    'roles.name',
    ...tagColumns,
    ...folderColumns,
    'changed_by_name',
    'changed_by_url',
    'changed_on_utc',
  ],
  showColumns: ['charts', 'position_data', 'metadata'],
  base: [{ column: 'changed_on', direction: 'desc' }],
  filters: {
    id: [
      favoriteOperator('dashboard_is_favorite'),
      booleanOperator('dashboard_is_certified', 'Is certified', () => notEmptyCondition('certified_by')),
    ],
    dashboard_title: [searchOperator('title_or_slug', 'Title or Slug', titleOrSlug)],
    tags: tagOperators('dashboard'),
    folder: folderOperators,
    is_managed_externally: flagOperators('is_managed_externally'),
    created_by: [
      booleanOperator('dashboard_has_created_by', 'Has created by', () => ({
        col: 'created_by_fk',
        op: 'neq',
        value: null,
      })),
      currentUserOperator('dashboard_created_by_me', 'Created by me', (id) => ({
        col: 'created_by_fk',
        op: 'eq',
        value: id,
      })),
    ],
  },
  related: { owners: 'user', roles: 'role', tags: 'tag', folder: 'folder' },
})
