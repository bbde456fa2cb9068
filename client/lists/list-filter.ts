import type { ListQuery } from '#calls/resources.ts'
import { session } from '#client/session/session.ts'
import { hasPermission } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import type { Option } from '#ui/input/option.ts'

type Condition = NonNullable<ListQuery['filters']>[number]

/** A filter of a list. Its id and value are stored in the URL. */
export interface ListFilter {
  readonly id: string
  readonly label: string
  /** The options; absent if the server searches them by the name of a related column. */
  readonly options?: readonly Option<string>[]
  readonly related?: string
  readonly condition: (value: string) => Condition
}

const YES = 'yes'

function yesNo(id: string, label: string, condition: (isYes: boolean) => Condition, texts?: readonly [string, string]) {
  const [yes, no] = texts ?? [t('Yes'), t('No')]
  return {
    id,
    label,
    options: [
      { value: YES, label: yes },
      { value: 'no', label: no },
    ],
    condition: (value: string) => condition(value === YES),
  } satisfies ListFilter
}

/** Filters by owner. */
export const ownerFilter = (): ListFilter => ({
  id: 'owner',
  label: t('Owner'),
  related: 'owners',
  condition: (value) => ({ col: 'owners', opr: 'rel_m_m', value: Number(value) }),
})

/** Filters by creator. */
export const creatorFilter = (): ListFilter => ({
  id: 'created_by',
  label: t('Created by'),
  related: 'created_by',
  condition: (value) => ({ col: 'created_by', opr: 'rel_o_m', value: Number(value) }),
})

export const statusFilter = (): ListFilter =>
  yesNo('published', t('Status'), (value) => ({ col: 'published', opr: 'eq', value }), [t('Published'), t('Draft')])

export const favoriteFilter = (kind: 'chart' | 'dashboard'): ListFilter =>
  yesNo('favorite', t('Favorite'), (value) => ({ col: 'id', opr: `${kind}_is_favorite`, value }))

export const certifiedFilter = (kind: 'chart' | 'dashboard' | 'dataset'): ListFilter =>
  yesNo('certified', t('Certified'), (value) => ({ col: 'id', opr: `${kind}_is_certified`, value }))

/** Filters by tag. */
const tagFilter = (): ListFilter => ({
  id: 'tag',
  label: t('Tag'),
  related: 'tags',
  condition: (value) => ({ col: 'tags', opr: 'rel_m_m', value: Number(value) }),
})

/** True if the user may see tags and search by them. */
export const canFilterByTag = (): boolean => hasPermission(session().user, 'can_read', 'Tag')

/** The tag filter, if the user may search by tags. */
export const tagFilters = (): readonly ListFilter[] => (canFilterByTag() ? [tagFilter()] : [])

/** True if the user may see folders. */
export const canSeeFolders = (): boolean => hasPermission(session().user, 'can_read', 'Folder')

/** The filter by folder, with the folders below it, if the user may see folders. */
export const folderFilters = (): readonly ListFilter[] =>
  canSeeFolders()
    ? [
        {
          id: 'folder',
          label: t('Folder'),
          related: 'folder',
          condition: (value) => ({ col: 'folder', opr: 'folder_below', value: Number(value) }),
        },
      ]
    : []

/** Filters datasets by database. */
export const databaseFilter = (): ListFilter => ({
  id: 'database',
  label: t('Database'),
  related: 'database',
  condition: (value) => ({ col: 'database', opr: 'rel_o_m', value: Number(value) }),
})

/** Filters datasets by kind: table or query. */
export const datasetTypeFilter = (): ListFilter =>
  yesNo('kind', t('Type'), (value) => ({ col: 'sql', opr: 'dataset_is_null_or_empty', value }), [
    t('Physical'),
    t('Virtual'),
  ])

/** Returns the conditions of the filter values; values of filters that the list does not have are ignored. */
export function conditionsOf(
  filters: readonly ListFilter[],
  chosen: Readonly<Record<string, string>>,
): readonly Condition[] {
  return filters.flatMap(({ id, condition }) => (chosen[id] === undefined ? [] : [condition(chosen[id])]))
}
