import { type FilterableColumn, withQuickFilter } from './quick-filter.ts'
import { saveFilters } from './save-filters.ts'
import { actions, useDashboardStore } from '../state/store.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

/**
 * Returns a function that creates a filter for a column and saves it with the dashboard. If saving fails, the filter
 * configuration dialog opens with it.
 */
export function useQuickFilter(): (column: FilterableColumn) => void {
  const store = useDashboardStore()
  return (column) => {
    const { filters, fresh } = withQuickFilter(store.getState(), column, crypto.randomUUID().slice(0, 9))
    const undo = () => {
      const left = store.getState().filters.filter(({ id }) => id !== fresh.id)
      saveFilters(store, left).catch(() => actions.configure(store, { selected: fresh.id }))
    }
    saveFilters(store, filters).then(
      () =>
        toast.show({
          text: t('The filter %s was added for everyone who opens this dashboard.', fresh.name ?? ''),
          tone: 'good',
          action: { label: t('Undo'), onPress: undo },
          seconds: 10,
        }),
      () => actions.configure(store, { added: fresh }),
    )
  }
}
