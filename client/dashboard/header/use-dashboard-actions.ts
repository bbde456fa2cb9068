import { useContext, useEffect } from 'react'
import { fetchPart } from '#client/shell/on-demand.tsx'
import { type PageAction, usePageActions } from '#client/shell/page-actions.ts'
import { chartShortcuts, type ShortcutGroup, usePageShortcuts } from '#client/shell/page-shortcuts.ts'
import { session } from '#client/session/session.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useDashboardExports } from '../state/dashboard-exports.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { useShare } from '#client/dashboard/state/use-share.ts'
import { VisiblePagePartsContext } from '#client/shell/visible-page-parts.ts'

interface DashboardActions {
  readonly onEdit: () => void
  readonly onRefresh: () => void
}

const shortcuts = (): readonly ShortcutGroup[] => [
  {
    heading: t('Dashboard'),
    shortcuts: [
      { keys: 'Ctrl+Z', act: t('Undo the last filter') },
      { keys: 'Ctrl+Shift+Z', act: t('Redo the filter') },
      { keys: 'Ctrl+P', act: t('Print the dashboard, or save it as PDF') },
    ],
  },
  chartShortcuts(),
]

/** Ctrl+P prints the export sheet instead of the page on screen. */
function usePrintKey(print: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      if (!isPrint || event.altKey || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      print()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [print])
}

/** The commands of the time range filter, if the dashboard has one. */
function useTimeActions(): readonly PageAction[] {
  const store = useDashboardStore()
  const filter = useDashboard(({ filterBar, filters }) =>
    filterBar.isShown ? filters.find(({ filterType }) => filterType === 'filter_time') : undefined,
  )
  if (!filter) return []
  const step = (by: 1 | -1) =>
    void fetchPart(() => import('../filters/step-time-filter.ts')).then(
      ({ stepTimeFilter }) => stepTimeFilter(store, filter, by),
      (error: Error) => toast.show({ text: error.message, tone: 'danger' }),
    )
  return [
    {
      id: 'time',
      label: t('Go to the time range'),
      icon: 'calendar',
      keys: 't',
      act: () => actions.seek(store, filter.id),
    },
    { id: 'earlier', label: t('Previous period'), icon: 'chevron-left', keys: '[', act: () => step(-1) },
    { id: 'later', label: t('Next period'), icon: 'chevron-right', keys: ']', act: () => step(1) },
  ]
}

/** Registers the actions of view mode for the command palette and keyboard shortcuts. */
export function useDashboardActions({ onEdit, onRefresh }: DashboardActions): void {
  const store = useDashboardStore()
  const info = useDashboard((state) => state.info)
  const firstFilter = useDashboard(({ filterBar, filters }) => (filterBar.isShown ? filters[0]?.id : undefined))
  const sheets = useDashboardExports()
  const share = useShare()
  const { hasNavigation } = useContext(VisiblePagePartsContext)
  const { isFull, toggle } = useFullscreen(!hasNavigation)
  const timeActions = useTimeActions()
  const hasCharts = useDashboard(({ charts }) => Object.keys(charts).length > 0)
  usePrintKey(() => sheets.open('pdf'))
  const pageActions: readonly PageAction[] = [
    ...timeActions,
    ...(firstFilter === undefined
      ? []
      : [
          {
            id: 'filter',
            label: t('Go to the filters'),
            icon: 'filter' as const,
            keys: '/',
            act: () => actions.seek(store, firstFilter),
          },
        ]),
    ...(info.dash_edit_perm && !info.isManagedExternally && session().user.viewAs === undefined
      ? [{ id: 'edit', label: t('Edit dashboard'), icon: 'edit' as const, keys: 'e', act: onEdit }]
      : []),
    {
      id: 'full',
      label: isFull ? t('Exit fullscreen') : t('Enter fullscreen'),
      icon: isFull ? 'collapse' : 'expand',
      keys: 'f',
      act: toggle,
    },
    ...(hasCharts
      ? [{ id: 'present', label: t('Present'), icon: 'play' as const, act: () => actions.present(store, true) }]
      : []),
    { id: 'refresh', label: t('Refresh dashboard'), icon: 'refresh', keys: 'r', act: onRefresh },
    {
      id: 'clear',
      label: t('Clear all filters'),
      icon: 'close',
      act: () => {
        actions.clear(store)
        actions.apply(store)
      },
    },
    { id: 'png', label: t('Save the dashboard as a picture'), icon: 'image', act: () => sheets.open('png') },
    { id: 'pdf', label: t('Print the dashboard, or save it as PDF'), icon: 'download', act: () => sheets.open('pdf') },
    ...(info.dash_share_perm
      ? [{ id: 'link', label: t('Copy link to dashboard'), icon: 'link' as const, act: () => share.copy() }]
      : []),
  ]
  usePageActions(pageActions)
  usePageShortcuts(shortcuts)
}
