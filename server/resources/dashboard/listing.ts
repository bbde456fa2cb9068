import type { Condition } from '#core/access/condition.ts'
import {
  allText,
  flagColumn,
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
  'dashboard_title',
  'slug',
  'url',
  'published',
  'status',
  'description',
  'css',
  'position_json',
  'json_metadata',
  'thumbnail_url',
  'certified_by',
  'certification_details',
  'is_managed_externally',
  ...person('owners'),
  'roles.id',
  'roles.name',
  ...person('created_by'),
  'created_on_delta_humanized',
  ...person('changed_by'),
  'changed_by_name',
  'changed_by_url',
  'changed_on',
  'changed_on_delta_humanized',
  'changed_on_utc',
  'version',
  'abilities',
]

function titleOrSlug(text: string): readonly Condition[] {
  return [
    { col: 'dashboard_title', op: 'ct', value: text },
    { col: 'slug', op: 'ct', value: text },
  ]
}

export const listing: Listing = {
  columns: shown,
  showColumns: [...shown, 'charts', 'external_url', 'position_data', 'metadata'],
  order: {
    dashboard_title: 'dashboard_title',
    published: 'published',
    changed_on: 'changed_on',
    changed_on_delta_humanized: 'changed_on',
    'changed_by.first_name': 'changed_by.first_name',
    created_on: 'created_on',
    created_on_delta_humanized: 'created_on',
    'created_by.first_name': 'created_by.first_name',
  },
  base: [{ column: 'changed_on', direction: 'desc' }],
  filters: {
    id: [
      ...numberColumn('id'),
      isFavorite('dashboard_is_favorite'),
      yesNo('dashboard_is_certified', 'Is certified', () => isSet('certified_by')),
    ],
    uuid: textColumn('uuid').filter(({ operator }) => operator === 'eq' || operator === 'neq'),
    dashboard_title: [...textColumn('dashboard_title'), allText('title_or_slug', 'Title or Slug', titleOrSlug)],
    slug: textColumn('slug'),
    published: flagColumn('published'),
    is_managed_externally: flagColumn('is_managed_externally'),
    owners: toMany('owners'),
    roles: toMany('roles'),
    changed_by: toOne('changed_by_fk'),
    created_by: [
      ...toOne('created_by_fk'),
      yesNo('dashboard_has_created_by', 'Has created by', () => ({ col: 'created_by_fk', op: 'neq', value: null })),
      {
        operator: 'dashboard_created_by_me',
        label: 'Created by me',
        condition: (_, { userId }) => userId !== null && { col: 'created_by_fk', op: 'eq', value: userId },
      },
    ],
  },
  related: { owners: 'user', roles: 'role', created_by: 'user', changed_by: 'user' },
  distinct: [],
  addColumns: [
    'certified_by',
    'certification_details',
    'dashboard_title',
    'slug',
    'owners',
    'roles',
    'position_json',
    'css',
    'json_metadata',
    'published',
  ],
  editColumns: [
    'certified_by',
    'certification_details',
    'dashboard_title',
    'slug',
    'owners',
    'roles',
    'position_json',
    'css',
    'json_metadata',
    'published',
  ],
}
