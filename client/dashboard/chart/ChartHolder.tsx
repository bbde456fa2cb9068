import { lazy, memo, Suspense, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { dashboardColors } from '#core/color/dashboard-colors.ts'
import { t } from '#core/text/t.ts'
import { truncateLines } from '#core/text/truncate.ts'
import { ChartFrame } from '#client/chart/ChartFrame.tsx'
import { VisiblePagePartsContext } from '#client/shell/visible-page-parts.ts'
import type { MarkRows, SelectedMark } from '#charts/chart.ts'
import { type PictureExport, PictureExportContext } from '#charts/picture-export.tsx'
import { chartType } from '#charts/index.ts'
import {
  beforeFailure,
  type ChartState,
  hasNetworkFailure,
  isServerFailure,
  renderFailed,
  renderSucceeded,
  beforeFirstQuery,
} from '#client/chart/chart-state.ts'
import { CertificationMarks } from '#client/properties/CertificationMarks.tsx'
import { datasetDisplayOf } from '#client/chart/dataset-display.ts'
import { Card } from '#ui/display/Card.tsx'
import type { WindowPoint } from '#ui/base/menu-point.ts'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { FilterBox } from '../filter-box/FilterBox.tsx'
import { isFilterBox } from '../state/filter-box/filter-boxes.ts'
import { actions, datasetOf, useDashboard, useDashboardStore } from '../state/store.ts'
import { ChartFooter } from './ChartFooter.tsx'
import { ChartMenu, useCardMenu } from './ChartMenu.tsx'
import { EmptyResultActions, EmptyResultText } from './EmptyResult.tsx'
import { exploreHref } from './explore-href.ts'
import { type HolderProps, rendersSameCard } from './holder-props.ts'
import { FilterBadge } from './FilterBadge.tsx'
import styles from './ChartHolder.module.css'
import { DrillPath } from './DrillPath.tsx'
import { type MenuTarget, MarkMenu } from './MarkMenu.tsx'
import { MarkDetail } from './MarkDetail.tsx'
import { MissingChart, HiddenChart } from './UnavailableChart.tsx'
import { useSnapshotStrip } from './SnapshotStrip.tsx'
import { useCrossFilter } from './use-cross-filter.ts'
import { useFullWindow } from './use-escape.ts'
import { LoadNearViewport, useLoadChart } from './load-chart.ts'

const Markdown = lazy(() => import('../markdown/Markdown.tsx').then((module) => ({ default: module.Markdown })))

function Description({ text }: { readonly text: string }) {
  return (
    <div className={styles['description']}>
      <Suspense fallback={null}>
        <Markdown code={text} />
      </Suspense>
    </div>
  )
}

/** The callbacks of a drawn chart to the dashboard. */
function useReports(chartId: number) {
  const store = useDashboardStore()
  const onRendered = useCallback(
    () => actions.changeCharts(store, (all) => renderSucceeded(all, chartId)),
    [store, chartId],
  )
  const onRenderFailed = useCallback(
    (error: string, stack: string | null) =>
      actions.changeCharts(store, (all) => renderFailed(all, chartId, error, stack, Date.now())),
    [store, chartId],
  )
  const onOwnState = useCallback(
    (ownState: Record<string, unknown>) => {
      const id = String(chartId)
      const before = store.getState().masks[id]
      const drill = before?.ownState?.['drill']
      actions.setMask(store, id, { ...before, id, ownState: { ...ownState, ...(drill ? { drill } : {}) } })
    },
    [store, chartId],
  )
  return { onRendered, onRenderFailed, onOwnState }
}

function EditLink({ chartId }: { readonly chartId: number }) {
  const href = useDashboard((state) => exploreHref(state, chartId))
  const canExplore = useDashboard((state) => state.info.superset_can_explore)
  return canExplore ? <LinkButton href={href}>{t('Edit chart')}</LinkButton> : null
}

/** Hides a failure until the datasets are loaded: a chart that failed without its dataset is drawn again then. */
function hideUnloadedFailure(chart: ChartState): ChartState {
  return chart.chartStatus === 'failed' ? beforeFirstQuery(chart) : chart
}

/**
 * Hides failures that a banner reports once for all charts: a chart keeps its last picture. Without one, a chart that
 * got no response shows as loading, because it is queried again automatically; any other shows that it failed.
 */
function hideReportedFailure(chart: ChartState): ChartState {
  const isRetained = hasNetworkFailure(chart) || (isServerFailure(chart) && chart.queriesResponse !== null)
  return isRetained ? beforeFailure(chart) : chart
}

interface PictureProps {
  readonly chart: ChartState
  readonly title: string
  readonly onRetry: () => void
  readonly onVisibleRows: (rows: number) => void
}

function useMarkMenu(chart: ChartState, title: string, onPick: ReturnType<typeof useCrossFilter>['onPick']) {
  const [requested, ask] = useState<MenuTarget>()
  const [detailOf, showDetail] = useState<SelectedMark>()
  const canSee = useDashboard(({ info }) => info.canSeeDetail)
  const isEditing = useDashboard(({ editMode }) => editMode)
  const onMenu = useCallback((pick: SelectedMark, at: WindowPoint, mark?: MarkRows) => ask({ pick, at, mark }), [])
  const hasDetail = canSee && chartType(chart.form_data.viz_type)?.toDrill !== undefined
  const menu = (
    <>
      {requested && (
        <MarkMenu
          chartId={chart.id}
          target={requested}
          onPick={onPick}
          onDetail={hasDetail ? () => showDetail(requested.mark?.rows ?? requested.pick) : undefined}
          onClose={() => ask(undefined)}
        />
      )}
      {detailOf && (
        <MarkDetail chartId={chart.id} title={title} pick={detailOf} onClose={() => showDetail(undefined)} />
      )}
    </>
  )
  return { menu, onMenu: isEditing ? undefined : onMenu }
}

/** Memoized: not drawn again while the card around it is moved or resized, or reports its visible rows. */
const Picture = memo(function Picture({ chart, title, onRetry, onVisibleRows }: PictureProps) {
  const dataset = useDashboard((state) => datasetOf(state, chart.id))
  const metadata = useDashboard((state) => state.info.metadata)
  const colors = useMemo(() => dashboardColors(metadata), [metadata])
  const mask = useDashboard((state) => state.masks[String(chart.id)])
  const crossFilter = useCrossFilter(chart.id)
  const { menu, onMenu } = useMarkMenu(chart, title, crossFilter.onPick)
  const reports = useReports(chart.id)
  const areDatasetsHere = useDashboard((state) => state.datasetsStatus !== 'loading')
  const isEditing = useDashboard((state) => state.editMode)
  const edit = <EditLink chartId={chart.id} />
  const { shown, strip } = useSnapshotStrip(chart, { details: datasetDisplayOf(dataset), colors })
  return (
    <div className={styles['frame']}>
      <ChartFrame
        chart={shown ?? hideReportedFailure(areDatasetsHere ? chart : hideUnloadedFailure(chart))}
        details={datasetDisplayOf(dataset)}
        colors={colors}
        filterState={mask?.filterState}
        ownState={mask?.ownState}
        {...crossFilter}
        onMenu={onMenu}
        {...reports}
        onRetry={onRetry}
        onVisibleRows={onVisibleRows}
        isInTurn
        isZoneHidden
        isFailureBrief={isServerFailure(chart) && !isEditing}
        messageActions={edit}
        emptyText={<EmptyResultText chart={chart} />}
        emptyActions={<EmptyResultActions chart={chart} otherwise={edit} />}
      />
      {strip}
      {menu}
    </div>
  )
})

interface CardProps {
  readonly chart: ChartState
  readonly title: string
  readonly tools: React.ReactNode
}

const TileLoadState = memo(function TileLoadState({ chartId }: { readonly chartId: number }) {
  const slice = useDashboard((state) => state.slices[chartId])
  return (
    <CertificationMarks
      certifiedBy={slice?.certified_by}
      details={slice?.certification_details}
      isManaged={slice?.is_managed_externally}
      home={slice?.external_url}
    />
  )
})

function ChartCard({ chart, title, tools }: CardProps) {
  const box = useRef<HTMLDivElement>(null)
  const [visibleRows, setVisibleRows] = useState<number>()
  const [drawn, setDrawn] = useState<PictureExport>()
  const description = useDashboard((state) => state.slices[chart.id]?.description ?? undefined)
  const isDescribed = useDashboard((state) => state.described.includes(chart.id))
  const { hasChartControls } = useContext(VisiblePagePartsContext)
  const isFull = useFullWindow(chart.id)
  const ask = useLoadChart(chart.id)
  const onRetry = useCallback(() => void ask(false), [ask])
  const onReload = useCallback(() => ask(true), [ask])
  const isFigure = chartType(chart.form_data.viz_type)?.meta.frame === 'figure'
  const { onContextMenu, ...clicked } = useCardMenu()
  const menu = hasChartControls && (
    <ChartMenu chartId={chart.id} title={title} onReload={onReload} drawn={drawn} {...clicked} />
  )
  return (
    <Card
      title={title}
      description={isFigure || isDescribed ? undefined : description && truncateLines(description, 1)}
      isLoading={chart.chartStatus === 'loading' && chart.queriesResponse !== null}
      isStale={hasNetworkFailure(chart) || isServerFailure(chart)}
      actions={
        <>
          <TileLoadState chartId={chart.id} />
          <FilterBadge chartId={chart.id} answers={chart.queriesResponse} />
          {tools ?? menu}
        </>
      }
      isTitleQuiet={isFigure}
      isFooterAlways
      footer={isFigure ? undefined : <ChartFooter chart={chart} visibleRows={visibleRows} />}
      className={isFull ? styles['full'] : undefined}
      ariaLabel={title}
      onContextMenu={menu && !tools ? onContextMenu : undefined}
    >
      <div ref={box} className={styles['inside']} data-chart={chart.id} data-full-chart={isFull || undefined}>
        <DrillPath chartId={chart.id} />
        {isDescribed && description && <Description text={description} />}
        <div className={styles['picture']}>
          <PictureExportContext value={setDrawn}>
            <Picture chart={chart} title={title} onRetry={onRetry} onVisibleRows={setVisibleRows} />
          </PictureExportContext>
        </div>
      </div>
      {/* Rendered after the box, which it measures on mount. */}
      <LoadNearViewport chartId={chart.id} box={box} ask={ask} />
    </Card>
  )
}

/** A chart on the dashboard: a card with header, filter indicators, drawing and footer. */
export const ChartHolder = memo(function ChartHolder({ node, tools }: HolderProps) {
  const chartId = node.meta.chartId ?? -1
  const chart = useDashboard((state) => state.charts[chartId])
  const name = useDashboard((state) => state.slices[chartId]?.slice_name)
  const isUnseen = useDashboard((state) => state.unseen.includes(chartId))
  if (isUnseen) return <HiddenChart tools={tools} />
  const title = node.meta.sliceNameOverride || name || node.meta.sliceName || t('Untitled chart')
  if (isFilterBox(chart?.form_data.viz_type)) return <FilterBox chartId={chartId} title={title} tools={tools} />
  return chart ? <ChartCard chart={chart} title={title} tools={tools} /> : <MissingChart title={title} tools={tools} />
}, rendersSameCard)
