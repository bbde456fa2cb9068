import { formatDuration } from '#core/format/duration.ts'
import { t } from '#core/text/t.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { toast } from '#ui/overlay/toast.ts'
import { intervals } from '../state/refresh.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'

/** Menu entries for the refresh interval while this page is open; the stored interval does not change. */
export function useIntervals(): readonly MenuEntry[] {
  const store = useDashboardStore()
  const chosen = useDashboard(({ refreshFrequency }) => refreshFrequency)
  return [...new Set([...intervals, chosen])]
    .toSorted((a, b) => a - b)
    .map((seconds) => ({
      id: `every ${seconds}`,
      label: seconds === 0 ? t("Don't refresh") : t('Every %s', formatDuration(seconds * 1000)),
      isChecked: seconds === chosen,
      onAction: () => {
        actions.refreshEvery(store, seconds)
        toast.show({ text: t('Refresh interval saved for this visit') })
      },
    }))
}
