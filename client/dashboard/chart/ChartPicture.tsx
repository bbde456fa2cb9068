import { memo, useCallback, useState } from 'react'
import type { MarkRows, SelectedMark } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { ChartFrame } from '#client/chart/ChartFrame.tsx'
import {
  beforeFailure,
  beforeFirstQuery,
  type ChartState,
  hasNetworkFailure,
  isServerFailure,
  renderFailed,
  renderSucceeded,
} from '#client/chart/chart-state.ts'
import { datasetDisplayOf } from '#client/chart/dataset-display.ts'
import { t } from '#core/text/t.ts'
import type { WindowPoint } from '#ui/base/menu-point.ts'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { actions, datasetOf, useDashboard, useDashboardStore } from '../state/store.ts'
import { timeZonesOf } from '../state/time-zones.ts'
import styles from './ChartTile.module.css'
import { EmptyResultActions, EmptyResultText } from './EmptyResult.tsx'
import { exploreHref } from './explore-href.ts'
import { MarkDetail } from './MarkDetail.tsx'
import { type MenuTarget, MarkMenu } from './MarkMenu.tsx'
import { useCrossFilter } from './use-cross-filter.ts'
import { useDashboardColors } from './use-dashboard-colors.ts'

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

/** Hides failures that a banner reports once for all charts: a chart keeps its last picture, if it has one. */
function hideReportedFailure(chart: ChartState): ChartState {
  const isReported = hasNetworkFailure(chart) || isServerFailure(chart)
  return isReported && chart.queriesResponse !== null ? beforeFailure(chart) : chart
}

/** Returns the chart, or its last state without a response while it is queried again, which is often in vain. */
function useLastFailure(chart: ChartState): ChartState {
  const [lost, setLost] = useState<ChartState>()
  const isLost = hasNetworkFailure(chart) && chart.queriesResponse === null
  const next = isLost ? chart : chart.chartStatus === 'loading' ? lost : undefined
  if (next !== lost) setLost(next)
  return next ?? chart
}

interface PictureProps {
  readonly chart: ChartState
  /** An earlier result that is shown instead of the current one. */
  readonly earlier: ChartState | undefined
  readonly title: string
  readonly onRetry: () => void
  readonly onVisibleRows: (rows: number) => void
}

function useMarkMenu(chart: ChartState, title: string, onSelect: ReturnType<typeof useCrossFilter>['onSelect']) {
  const [requested, ask] = useState<MenuTarget>()
  const [detailOf, showDetail] = useState<SelectedMark>()
  const canSee = useDashboard(({ info }) => info.canSeeDetail)
  const isEditing = useDashboard(({ editMode }) => editMode)
  const onMenu = useCallback(
    (selection: SelectedMark, at: WindowPoint, mark?: MarkRows) => ask({ selection, at, mark }),
    [],
  )
  const hasDetail = canSee && chartType(chart.form_data.viz_type)?.toDrillFilters !== undefined
  const menu = (
    <>
      {requested && (
        <MarkMenu
          chartId={chart.id}
          target={requested}
          onSelect={onSelect}
          onDetail={hasDetail ? () => showDetail(requested.mark?.rows ?? requested.selection) : undefined}
          onClose={() => ask(undefined)}
        />
      )}
      {detailOf && (
        <MarkDetail chartId={chart.id} title={title} selection={detailOf} onClose={() => showDetail(undefined)} />
      )}
    </>
  )
  return { menu, onMenu: isEditing ? undefined : onMenu }
}

/** Memoized: not drawn again while the card around it is moved or resized, or reports its visible rows. */
export const ChartPicture = memo(function ChartPicture(props: PictureProps) {
  const { earlier, title, onRetry, onVisibleRows } = props
  const chart = useLastFailure(props.chart)
  const dataset = useDashboard((state) => datasetOf(state, chart.id))
  const colors = useDashboardColors()
  const mask = useDashboard((state) => state.masks[String(chart.id)])
  const crossFilter = useCrossFilter(chart.id)
  const { menu, onMenu } = useMarkMenu(chart, title, crossFilter.onSelect)
  const reports = useReports(chart.id)
  const areDatasetsHere = useDashboard((state) => state.datasetsStatus !== 'loading')
  const isEditing = useDashboard((state) => state.editMode)
  const isZoneShared = useDashboard(({ charts }) => timeZonesOf(charts).length <= 1)
  const edit = <EditLink chartId={chart.id} />
  return (
    <div className={styles['frame']}>
      <ChartFrame
        chart={earlier ?? hideReportedFailure(areDatasetsHere ? chart : hideUnloadedFailure(chart))}
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
        isZoneHidden={isZoneShared}
        isFailureBrief={(isServerFailure(chart) && !isEditing) || hasNetworkFailure(chart)}
        messageActions={edit}
        emptyText={<EmptyResultText chart={chart} />}
        emptyActions={<EmptyResultActions chart={chart} otherwise={edit} />}
      />
      {menu}
    </div>
  )
})
