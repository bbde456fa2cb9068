import { lazy, Suspense, useMemo, useState } from 'react'
import { chartType } from '#charts/index.ts'
import { nodesOf } from '#core/layout/node.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/input/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { useQuickFilter } from '../filter-config/use-quick-filter.ts'
import { mayConfigure } from '../state/filter-targets.ts'
import { columnsOfChart } from '../state/quick-filter.ts'
import { conditionsOf } from '../state/picked-conditions.ts'
import { formOf, useDashboard, useDashboardStore } from '../state/store.ts'
import { useShare } from '../header/use-share.ts'
import { exploreHref } from './explore-href.ts'
import { enterFullscreen, useFileEntries } from './use-file-entries.ts'
import { usePropertyEntries } from './use-property-entries.ts'

const QueryDialog = lazy(() =>
  import('#client/chart/QueryDialog.tsx').then((module) => ({ default: module.QueryDialog })),
)
const CrossFilterScope = lazy(() =>
  import('./CrossFilterScope.tsx').then((module) => ({ default: module.CrossFilterScope })),
)
const DetailDialog = lazy(() => import('./DetailDialog.tsx').then((module) => ({ default: module.DetailDialog })))
const ChartProperties = lazy(() =>
  import('./ChartProperties.tsx').then((module) => ({ default: module.ChartProperties })),
)
const TableDialog = lazy(() =>
  import('#client/chart/TableDialog.tsx').then((module) => ({ default: module.TableDialog })),
)

interface Props {
  readonly chartId: number
  readonly title: string
  readonly onReload: () => void
}

type Shown = 'query' | 'table' | 'detail' | 'scope' | 'properties'

/** The dialog of a chart that is open. */
function ChartDialog({
  chartId,
  title,
  shown,
  onClose,
}: Omit<Props, 'onReload'> & { shown: Shown; onClose: () => void }) {
  const store = useDashboardStore()
  const chart = useDashboard((state) => state.charts[chartId])
  const form = formOf(store.getState(), chartId)
  if (!chart) return null
  if (shown === 'properties') return <ChartProperties chartId={chartId} onClose={onClose} />
  if (shown === 'scope') return <CrossFilterScope chartId={chartId} title={title} onClose={onClose} />
  if (shown === 'query') return <QueryDialog form={chart.latestQueryFormData ?? chart.form_data} onClose={onClose} />
  if (shown === 'table')
    return chart.queriesResponse && <TableDialog title={title} answers={chart.queriesResponse} onClose={onClose} />
  const conditions = conditionsOf(store.getState(), chartId)
  return form && <DetailDialog title={title} form={form} conditions={conditions} onClose={onClose} />
}

/** The columns of a chart that can be made filters of the dashboard, for those who may. */
function useFilterEntries(chartId: number): readonly MenuEntry[] {
  const store = useDashboardStore()
  const mayFilter = useDashboard(({ info }) => mayConfigure(info))
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

/** What one can do with a chart of the dashboard. */
export function ChartMenu({ chartId, title, onReload }: Props) {
  const href = useDashboard((state) => exploreHref(state, chartId))
  const [shown, setShown] = useState<Shown | null>(null)
  const canExplore = useDashboard((state) => state.info.superset_can_explore)
  const filterEntries = useFilterEntries(chartId)
  const propertyEntries = usePropertyEntries(chartId, () => setShown('properties'))
  const fileEntries = useFileEntries(chartId, title)
  const share = useShare()
  const canShare = useDashboard(({ info }) => info.superset_can_share)
  const layout = useDashboard((state) => state.layout)
  const nodeId = useMemo(() => nodesOf(layout).find(({ meta }) => meta.chartId === chartId)?.id, [layout, chartId])
  const canDrill = useDashboard(
    ({ info, charts }) =>
      info.canSeeDetail &&
      chartType(charts[chartId]?.form_data.viz_type ?? '')?.meta.behaviors.includes('DRILL_TO_DETAIL') === true,
  )
  const canScope = useDashboard(
    ({ info, charts }) =>
      info.hasCrossFilters &&
      info.dash_edit_perm &&
      !info.isManagedExternally &&
      chartType(charts[chartId]?.form_data.viz_type ?? '')?.toMask !== undefined,
  )
  const entries: readonly MenuEntry[] = [
    { id: 'refresh', label: t('Force refresh'), icon: 'refresh', onAction: onReload },
    { id: 'line', kind: 'separator' },
    ...(canExplore ? [{ id: 'edit', label: t('Edit chart'), icon: 'edit' as const, href }] : []),
    ...propertyEntries,
    { id: 'query', label: t('View query'), icon: 'sql', onAction: () => setShown('query') },
    ...filterEntries,
    ...(canScope
      ? [{ id: 'scope', label: t('Cross-filter scope'), icon: 'filter' as const, onAction: () => setShown('scope') }]
      : []),
    ...(canDrill
      ? [{ id: 'detail', label: t('Drill to detail'), icon: 'rows' as const, onAction: () => setShown('detail') }]
      : []),
    { id: 'table', label: t('View as table'), icon: 'table', onAction: () => setShown('table') },
    { id: 'after-views', kind: 'separator' },
    ...fileEntries,
    ...(canShare && nodeId
      ? [{ id: 'share', label: t('Copy link to chart'), icon: 'link' as const, onAction: () => share(nodeId) }]
      : []),
    { id: 'full', label: t('Enter fullscreen'), icon: 'expand', onAction: () => enterFullscreen(chartId) },
  ]
  return (
    <>
      <Menu
        label={t('More for %s', title)}
        trigger={<IconButton icon="more" size="sm" label={t('More for %s', title)} />}
        placement="bottom end"
        items={entries}
      />
      <Suspense fallback={null}>
        {shown && <ChartDialog chartId={chartId} title={title} shown={shown} onClose={() => setShown(null)} />}
      </Suspense>
    </>
  )
}
