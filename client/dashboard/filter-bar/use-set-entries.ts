import { copyName, filterSetContents, updatedFilterSet, setParts } from '../filters/filter-sets.ts'
import { canConfigureFilters } from '../filters/filter-targets.ts'
import { saveMetadata } from '../filters/save-filters.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import type { FilterSets } from './use-filter-sets.ts'
import { createFilterSet, deleteFilterSet, updateFilterSet } from '#calls/filter-sets.ts'
import { copyLink } from '#client/shell/copy-link.ts'
import type { FilterSetResponse } from '#core/rest/filter-set.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'

interface Props {
  readonly set: FilterSetResponse
  readonly filterSets: FilterSets
  readonly onEdit: () => void
}

/** Returns the ids of the sets with one moved by one position. */
function movedIds(sets: readonly FilterSetResponse[], id: number, by: -1 | 1): number[] {
  const ids = sets.map((each) => each.id)
  const from = ids.indexOf(id)
  return ids.toSpliced(from, 1).toSpliced(Math.max(0, from + by), 0, id)
}

/** Menu entries for filter sets of all users, for owners of the dashboard. */
function useOwnerEntries({ set, filterSets: { sets, save } }: Props): readonly MenuEntry[] {
  const store = useDashboardStore()
  const info = useDashboard((state) => state.info)
  if (!canConfigureFilters(info)) return []
  const isDefault = info.metadata['default_filter_set'] === set.id
  const at = sets.findIndex(({ id }) => id === set.id)
  const move = (by: -1 | 1) => void save(() => saveMetadata(store, { filter_sets_order: movedIds(sets, set.id, by) }))
  const share: MenuEntry = {
    id: 'share',
    label: t('Share with all viewers'),
    isWrite: true,
    onAction: () => void save(() => updateFilterSet(info.id, set.id, { owner_type: 'Dashboard' })),
  }
  const opens: MenuEntry = {
    id: 'default',
    label: t('The dashboard opens with it'),
    isChecked: isDefault,
    isWrite: true,
    onAction: () => void save(() => saveMetadata(store, { default_filter_set: isDefault ? null : set.id })),
  }
  return [
    set.owner_type === 'User' ? share : opens,
    { id: 'up', label: t('Move up'), icon: 'arrow-up', isDisabled: at === 0, isWrite: true, onAction: () => move(-1) },
    {
      id: 'down',
      label: t('Move down'),
      icon: 'arrow-down',
      isDisabled: at === sets.length - 1,
      isWrite: true,
      onAction: () => move(1),
    },
  ]
}

/** The menu entries of a filter set for the current user. */
export function useSetEntries(props: Props): readonly MenuEntry[] {
  const { set, filterSets, onEdit } = props
  const { sets, save } = filterSets
  const store = useDashboardStore()
  const info = useDashboard((state) => state.info)
  const filters = useDashboard((state) => state.filters)
  const owned = useOwnerEntries(props)
  const isMine = set.owner_type === 'User' || canConfigureFilters(info)
  const isBroken = setParts(filterSetContents(set), filters).some(({ isInvalid }) => isInvalid)
  const duplicate = () =>
    void save(() =>
      createFilterSet(info.id, {
        name: copyName(sets, set.name),
        params: set.params,
        owner_type: 'User',
        owner_id: info.userId ?? 0,
      }),
    )
  const rebuild = () =>
    void save(() =>
      updateFilterSet(info.id, set.id, { params: updatedFilterSet(filterSetContents(set), store.getState().filters) }),
    )
  const link = () => {
    const address = new URL(window.location.pathname, window.location.origin)
    address.searchParams.set('filter_set', String(set.id))
    void copyLink(() => Promise.resolve({ url: address.href }))
  }
  return [
    ...(isMine ? [{ id: 'edit', label: t('Edit'), icon: 'edit' as const, isWrite: true, onAction: onEdit }] : []),
    { id: 'copy', label: t('Duplicate'), icon: 'copy', isWrite: true, onAction: duplicate },
    { id: 'link', label: t('Copy a link to it'), icon: 'link', onAction: link },
    ...(isMine && isBroken
      ? [{ id: 'rebuild', label: t('Rebuild'), detail: t('Remove invalid filters'), isWrite: true, onAction: rebuild }]
      : []),
    ...owned,
    ...(isMine
      ? [
          {
            id: 'delete',
            label: t('Delete'),
            icon: 'trash' as const,
            isDanger: true,
            isWrite: true,
            onAction: () => void save(() => deleteFilterSet(info.id, set.id)),
          },
        ]
      : []),
  ]
}
