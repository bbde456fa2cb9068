import { useContext } from 'react'
import { intervals } from '#client/dashboard/state/refresh.ts'
import { VisiblePagePartsContext } from '#client/shell/visible-page-parts.ts'
import { formatDuration } from '#core/format/duration.ts'
import { t } from '#core/text/t.ts'
import type { IconName } from '#ui/base/icon-paths.ts'
import type { MenuAction, MenuEntry } from '#ui/overlay/menu-entry.ts'
import { toast } from '#ui/overlay/toast.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { useComparisons } from './use-comparisons.ts'
import { useFullscreen } from './use-fullscreen.ts'

/** Returns an entry of a menu. */
export const menuEntry = (id: string, label: string, icon: IconName, onAction: () => void): MenuEntry => ({
  id,
  label,
  icon,
  onAction,
})

/** An entry that changes the dashboard or copies it. */
export const writableEntry = (...args: Parameters<typeof menuEntry>): MenuEntry => ({
  ...(menuEntry(...args) as MenuAction),
  isWrite: true,
})

/** Menu entries for the refresh interval while this page is open; the stored interval does not change. */
function useIntervals(): readonly MenuEntry[] {
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

/** Menu entries for viewing: refresh, auto-refresh, comparison, full screen. */
export function useViewMenuEntries(onRefresh: () => void): readonly MenuEntry[] {
  const every = useIntervals()
  const comparisons = useComparisons()
  const store = useDashboardStore()
  const hasCharts = useDashboard(({ charts }) => Object.keys(charts).length > 0)
  const isRefreshing = useDashboard((state) => state.isRefreshing)
  const { hasNavigation } = useContext(VisiblePagePartsContext)
  const { isFull, toggle } = useFullscreen(!hasNavigation)
  return [
    {
      ...menuEntry('refresh', t('Refresh dashboard'), 'refresh', onRefresh),
      isDisabled: isRefreshing,
      why: isRefreshing ? t('The charts are being updated') : undefined,
    } as MenuEntry,
    { id: 'every', label: t('Auto-refresh'), icon: 'clock', items: every },
    ...comparisons,
    ...(hasCharts ? [menuEntry('present', t('Present'), 'play', () => actions.present(store, true))] : []),
    menuEntry('full', isFull ? t('Exit fullscreen') : t('Enter fullscreen'), isFull ? 'collapse' : 'expand', toggle),
  ]
}
