import { memo, type MouseEvent, useCallback, useRef, useState } from 'react'
import type { PictureExport } from '#charts/picture-export.tsx'
import { chartType } from '#charts/index.ts'
import { useNow } from '#client/chart/use-now.ts'
import { session } from '#client/session/session.ts'
import { embedEntry } from '#client/shell/embed-entry.ts'
import { hasPermission } from '#core/access/ability.ts'
import { nodesOf } from '#core/layout/node.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { menuPoint, type WindowPoint } from '#ui/base/menu-point.ts'
import { ContextMenu } from '#ui/overlay/ContextMenu.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { MenuItems } from '#ui/overlay/MenuItems.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useQuickFilter } from '../filters/use-quick-filter.ts'
import { canConfigureFilters } from '../filters/filter-targets.ts'
import { columnsOfChart } from '../filters/quick-filter.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { useShare } from '../state/use-share.ts'
import { ChartDialog, type ChartDialogName } from './ChartDialogs.tsx'
import { exploreHref } from './explore-href.ts'
import { dataAgesText } from './refresh-entry.ts'
import { useFileEntries } from './use-file-entries.ts'
import { can } from '#core/access/can.ts'

/** The menu entry for the chart properties, for users who may edit charts and own this one. */
function usePropertyEntries(chartId: number, onOpen: () => void): readonly MenuEntry[] {
  const mayEdit = useDashboard(({ info }) => info.slice_can_edit)
  const owners = useDashboard(({ slices }) => slices[chartId]?.owners)
  const row = { owners: (owners ?? []).map(({ id }) => id) }
  if (!mayEdit || owners === undefined || !can(session().user, 'write', 'Chart', row)) return []
  return [{ id: 'properties', label: t('Edit chart properties'), icon: 'settings', onAction: onOpen }]
}

interface Props {
  readonly chartId: number
  readonly title: string
  /** Reloads the data; resolves when the result has arrived. */
  readonly onReload: () => Promise<void>
  /** The drawn chart, for export as an image. */
  readonly drawn: PictureExport | undefined
}

interface MenuProps extends Props {
  /** The position of a right click on the card; undefined without one. */
  readonly clickedAt?: WindowPoint | undefined
  readonly onClose?: () => void
}

/** Menu entries that create dashboard filters from columns of the chart, for users who may configure filters. */
function useFilterEntries(chartId: number): readonly MenuEntry[] {
  const store = useDashboardStore()
  const mayFilter = useDashboard(({ info }) => canConfigureFilters(info))
  const addFilter = useQuickFilter()
  const offered = mayFilter ? columnsOfChart(store.getState(), chartId) : []
  if (offered.length === 0) return []
  const items = offered.map((each) => ({
    id: each.column.column_name,
    label: each.column.verbose_name || each.column.column_name,
    onAction: () => addFilter(each),
  }))
  return [{ id: 'filter', label: t('Filter the dashboard by'), icon: 'filter', items }]
}

/** Menu entries for viewing: reload, full window, description. */
function useViewMenuEntries(chartId: number, onReload: Props['onReload']): readonly MenuEntry[] {
  const store = useDashboardStore()
  const now = useNow()
  const chart = useDashboard((state) => state.charts[chartId])
  const isFull = useDashboard((state) => state.fullChart === chartId)
  const hasDescription = useDashboard((state) => Boolean(state.slices[chartId]?.description?.trim()))
  const isDescribed = useDashboard((state) => state.described.includes(chartId))
  const isLoading = chart?.chartStatus === 'loading'
  const reload = () =>
    void onReload().then(() => {
      const status = store.getState().charts[chartId]?.chartStatus
      if (status === 'success' || status === 'rendered') toast.show({ text: t('Data refreshed') })
    })
  return [
    {
      id: 'refresh',
      label: t('Force refresh'),
      icon: 'refresh',
      detail: chart && dataAgesText(chart, now),
      isDisabled: isLoading,
      why: isLoading ? t('Already loading.') : undefined,
      onAction: reload,
    },
    {
      id: 'full',
      label: isFull ? t('Exit fullscreen') : t('Enter fullscreen'),
      icon: isFull ? 'collapse' : 'expand',
      onAction: () => actions.fill(store, isFull ? undefined : chartId),
    },
    { id: 'line', kind: 'separator' },
    ...(hasDescription
      ? [
          {
            id: 'description',
            label: isDescribed ? t('Hide chart description') : t('Show chart description'),
            icon: 'info' as const,
            onAction: () => actions.describe(store, chartId, !isDescribed),
          },
        ]
      : []),
  ]
}

/** Menu entries for sharing: a link, an email, embed code where embedding is allowed, a copy on a dashboard. */
function useShareEntries(
  chartId: number,
  title: string,
  show: (dialog: ChartDialogName) => void,
): readonly MenuEntry[] {
  const share = useShare()
  const canShare = useDashboard(({ info }) => info.superset_can_share)
  const nodeId = useDashboard(({ layout }) => nodesOf(layout).find(({ meta }) => meta.chartId === chartId)?.id)
  const canCopy = hasPermission(session().user, 'can_write', 'Dashboard')
  const items: readonly MenuEntry[] = [
    { id: 'link', label: t('Copy link to chart'), icon: 'link', onAction: () => share.copy(nodeId) },
    { id: 'mail', label: t('Send by mail'), icon: 'mail', onAction: () => share.mail(title, nodeId) },
    ...embedEntry(() => show('embed')),
  ]
  return [
    ...(canShare && nodeId ? [{ id: 'share', label: t('Share'), icon: 'share' as const, items }] : []),
    ...(canCopy
      ? [
          {
            id: 'copy',
            label: t('Copy to a dashboard'),
            icon: 'copy' as const,
            isWrite: true,
            onAction: () => show('copy'),
          },
        ]
      : []),
  ]
}

/** Menu entries for inspection: the results as a table, the rows behind them, the cross-filter scope. */
function useViewEntries(chartId: number, show: (dialog: ChartDialogName) => void): readonly MenuEntry[] {
  const href = useDashboard((state) => exploreHref(state, chartId))
  const canExplore = useDashboard((state) => state.info.superset_can_explore)
  const type = useDashboard(({ charts }) => chartType(charts[chartId]?.form_data.viz_type ?? ''))
  const canDrill =
    useDashboard(({ info }) => info.canSeeDetail) && type?.meta.behaviors.includes('DRILL_TO_DETAIL') === true
  const properties = usePropertyEntries(chartId, () => show('properties'))
  const mayScope = useDashboard(({ info }) => info.hasCrossFilters && info.dash_edit_perm && !info.isManagedExternally)
  const entry = (id: ChartDialogName, label: string, icon: 'sql' | 'filter' | 'rows' | 'table'): MenuEntry => ({
    id,
    label,
    icon,
    onAction: () => show(id),
  })
  return [
    ...(canExplore ? [{ id: 'edit', label: t('Edit chart'), icon: 'edit' as const, href }] : []),
    ...properties,
    entry('query', t('View query'), 'sql'),
    entry('table', t('View as table'), 'table'),
    ...(canDrill ? [entry('detail', t('Drill to detail'), 'rows')] : []),
    ...(mayScope && type?.toDataMask ? [entry('scope', t('Cross-filter scope'), 'filter')] : []),
  ]
}

/** Elements with a context menu of their own, of the product or of the browser. */
const OWN_MENU = 'a, input, textarea, [contenteditable], iframe, video, img'

/** Returns the position of a right click on a card, unless the click was on a mark, on selected text or on an own menu. */
export function useCardMenu() {
  const [clickedAt, setClickedAt] = useState<WindowPoint>()
  const onContextMenu = useCallback((event: MouseEvent<HTMLElement>) => {
    const { currentTarget, target } = event
    // React passes on events of dialogs and menus, which are rendered in the body.
    const isInside = target instanceof Element && currentTarget.contains(target) && !target.closest(OWN_MENU)
    if (event.defaultPrevented || !isInside || window.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    setClickedAt(menuPoint(event, currentTarget))
  }, [])
  const onClose = useCallback(() => setClickedAt(undefined), [])
  return { clickedAt, onClose, onContextMenu }
}

interface ItemsProps extends Props {
  readonly onShow: (dialog: ChartDialogName) => void
}

/** The menu entries. They depend on much of the page state, so they are built only when the menu opens. */
function Items({ chartId, title, onReload, drawn, onShow }: ItemsProps) {
  const looks = useViewMenuEntries(chartId, onReload)
  const views = useViewEntries(chartId, onShow)
  const filters = useFilterEntries(chartId)
  const files = useFileEntries(chartId, title, drawn)
  const shares = useShareEntries(chartId, title, onShow)
  const entries = [...looks, ...views, ...filters, { id: 'after-views', kind: 'separator' as const }, ...shares]
  return <MenuItems label={t('Options for %s', title)} entries={[...entries, ...files]} />
}

/** The menu of a chart on the dashboard, behind a button and by a right click on its card. */
export const ChartMenu = memo(function ChartMenu({ clickedAt, onClose, ...props }: MenuProps) {
  const { chartId, title } = props
  const [shown, setShown] = useState<ChartDialogName | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const closeDialog = () => {
    setShown(null)
    // A context menu, which may have opened the dialog, leaves no element to return the focus to.
    requestAnimationFrame(() => trigger.current?.focus({ preventScroll: true }))
  }
  const label = t('Options for %s', title)
  return (
    <>
      <Menu
        label={label}
        trigger={<IconButton ref={trigger} icon="more" size="sm" label={label} />}
        placement="bottom end"
      >
        <Items {...props} onShow={setShown} />
      </Menu>
      {clickedAt && (
        <ContextMenu label={label} at={clickedAt} onClose={() => onClose?.()}>
          <Items {...props} onShow={setShown} />
        </ContextMenu>
      )}
      {shown && <ChartDialog chartId={chartId} title={title} shown={shown} onClose={closeDialog} />}
    </>
  )
})
