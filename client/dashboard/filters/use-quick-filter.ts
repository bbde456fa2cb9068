import { type FilterableColumn, withQuickFilter } from './quick-filter.ts'
import { saveFilters } from './save-filters.ts'
import { actions, useDashboardStore } from '../state/store.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Makes a filter of a column and saves it with the dashboard; where that fails it is kept in the dialog of filters. */
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
          text: t('The filter %s was added for whoever reads this dashboard.', fresh.name ?? ''),
          tone: 'good',
          action: { label: t('Undo'), onPress: undo },
          seconds: 10,
        }),
      () => actions.configure(store, { added: fresh }),
    )
  }
}
