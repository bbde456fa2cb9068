import { useMemo } from 'react'
import { isFilterOfBox } from '../state/filter-box/box-migration.ts'
import { boxState } from '../state/filter-box/box-state.ts'
import { boxesForUrl, MIGRATION_KEY, type MigrationState } from '../state/filter-box/filter-boxes.ts'
import { masksForFilters, saveMetadata } from '../filters/save-filters.ts'
import type { DashboardStore } from '../state/store.ts'
import { snoozeMigration } from './requested-migration.ts'

/** Reloads the page in another state of the migration; current selections are carried over. */
function show(store: DashboardStore, requestedState: MigrationState): void {
  store.setState((state) => {
    const { info, layout, datasets, slices } = state
    const preselect = boxesForUrl(state.filterBoxes, state.openedBoxes)
    const boxes = boxState({
      charts: Object.values(slices),
      info,
      layout,
      datasets,
      preselect,
      migration: requestedState,
    })
    const filters = [...state.filters.filter((filter) => !isFilterOfBox(filter)), ...boxes.made]
    return {
      migration: boxes.migration,
      filters,
      filterBoxes: boxes.filters,
      openedBoxes: boxes.opened,
      masks: masksForFilters(filters, state.filters, state.masks),
      selected: masksForFilters(filters, state.filters, state.selected),
      filterBar: {
        ...state.filterBar,
        isShown: boxes.migration === 'REVIEWING' || info.metadata['show_native_filters'] !== false,
      },
    }
  })
}

/** The migration actions for the filter boxes of a dashboard. */
export function useMigration(store: DashboardStore) {
  return useMemo(
    () => ({
      review: () => show(store, 'REVIEWING'),
      leave: () => show(store, 'NOOP'),
      snooze: () => {
        snoozeMigration(store.getState().info.id)
        store.setState({ migration: 'SNOOZED' })
      },
      /** Saves the reviewed migration; the filter boxes stay stored but hidden. */
      keep: async () => {
        const { filters, info } = store.getState()
        const shown = info.metadata['show_native_filters'] === false ? { show_native_filters: true } : {}
        await saveMetadata(store, {
          ...shown,
          native_filter_configuration: filters,
          [MIGRATION_KEY]: 'CONVERTED',
        })
        store.setState({ migration: 'CONVERTED' })
      },
      /** Saves the reverted state: the filter boxes apply again and the migrated filters are removed. */
      takeBack: async () => {
        const filters = store.getState().filters.filter((filter) => !isFilterOfBox(filter))
        await saveMetadata(store, { native_filter_configuration: filters, [MIGRATION_KEY]: 'NOOP' })
        show(store, 'NOOP')
      },
    }),
    [store],
  )
}
