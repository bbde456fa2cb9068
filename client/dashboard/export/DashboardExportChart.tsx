import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { chartType } from '#charts/index.ts'
import { ChartFrame } from '#client/chart/ChartFrame.tsx'
import { datasetDisplayOf } from '#client/chart/dataset-display.ts'
import { useChartElement } from '#client/chart/use-chart-element.ts'
import { dashboardColors } from '#core/color/dashboard-colors.ts'
import { t } from '#core/text/t.ts'
import { truncateLines } from '#core/text/truncate.ts'
import { Card } from '#ui/display/Card.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ChartFooter } from '../chart/ChartFooter.tsx'
import { isFilterBox } from '../state/filter-box/filter-boxes.ts'
import { useLoader } from '../state/loading.ts'
import { datasetOf, needsQuery, useDashboard, useDashboardStore } from '../state/store.ts'
import styles from './DashboardExportPage.module.css'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

/** The maximum number of table rows on a sheet. */
const MAX_ROWS = 50

/** Loads a chart when its query is new, visible or not, for its width on the sheet. */
function useRequestedChart(chartId: number, box: RefObject<HTMLElement | null>): void {
  const store = useDashboardStore()
  const { loader } = useLoader()
  const isDueNow = useDashboard((state) => needsQuery(state, chartId))
  useChartElement(loader.elements, chartId, box)
  useEffect(() => {
    const state = store.getState()
    const form = formDataOf(state, chartId)
    if (!isDueNow || !form || !needsQuery(state, chartId)) return
    void loader.load(chartId, form, { force: false, dashboardId: state.info.id, sliceId: chartId })
  }, [isDueNow, chartId, loader, store])
}

/** The hidden part, in pixels, of the element in a box that overflows most. */
interface Hidden {
  readonly below: number
  readonly overflowX: number
  readonly width: number
  readonly height: number
}

function hiddenIn(box: HTMLElement): Hidden {
  const all = [...box.querySelectorAll<HTMLElement>('*')].filter((each) => {
    const { overflowX, overflowY } = getComputedStyle(each)
    return /auto|scroll/.test(overflowX) || /auto|scroll/.test(overflowY)
  })
  return all.reduce<Hidden>(
    (most, { scrollHeight, clientHeight: height, scrollWidth, clientWidth: width }) => {
      const [below, overflowX] = [scrollHeight - height, scrollWidth - width]
      return below + overflowX > most.below + most.overflowX ? { below, overflowX, width, height } : most
    },
    { below: 0, overflowX: 0, width: 1, height: 0 },
  )
}

/**
 * Returns the distance in pixels between two table rows before scaling. It is the median of all distances, because
 * there may be a gap between rows that were visible before and rows that are now.
 */
function rowPitch(box: HTMLElement): number {
  const cell = box.querySelector<HTMLElement>('[role=row] [role=gridcell]')
  if (!cell) return 24
  const tops = [...box.querySelectorAll('[role=row]')]
    .filter((row) => row.querySelector('[role=gridcell]'))
    .map((row) => row.getBoundingClientRect().top)
    .toSorted((one, other) => one - other)
  const steps = tops.slice(1).map((top, index) => top - (tops[index] ?? 0))
  const step = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0
  const { height } = cell.getBoundingClientRect()
  return step > 0 && height > 0 ? step * (cell.offsetHeight / height) : cell.offsetHeight
}

/** Returns the maximum height of the scrolling part of a box: its header and the maximum number of rows. */
function mostHeight(box: HTMLElement): number {
  const head = box.querySelector<HTMLElement>('[role=columnheader]')?.offsetHeight ?? 28
  return head + MAX_ROWS * rowPitch(box)
}

interface Props {
  readonly chartId: number
  readonly title: string
  /** The height of the tile on the dashboard in pixels. */
  readonly height: number
  readonly onSettled: (chartId: number) => void
}

/** The placeholder of a chart that cannot be shown. */
function Missing({ chartId, title, onSettled }: Omit<Props, 'height'>) {
  useEffect(() => onSettled(chartId), [chartId, onSettled])
  return (
    <Card title={title}>
      <EmptyState size="sm" title={t('This chart cannot be shown')} />
    </Card>
  )
}

/** Measuring rounds after which a picture that does not fit is left as it is. */
const ROUNDS = 6
/** The smallest scale at which a table is fitted to its columns. */
const MIN_FIT_SCALE = 0.6
/** Milliseconds after which a resized element is usually laid out. */
const LAID_OUT = 40
/** Pixels that a table may exceed its maximum height; less than one row. */
const SLACK = 8
/** How often that wait is repeated. */
const PATIENCE = 50

/** Fits a picture into its box: grows to the height of its rows and shrinks to the width of its columns. */
function useFit(chartId: number, box: RefObject<HTMLElement | null>, onSettled: Props['onSettled']) {
  const [isDrawn, setDrawn] = useState(false)
  const [{ fit, grown, round }, setFit] = useState({ fit: 1, grown: 0, round: 0 })
  const [cut, setCut] = useState<string>()
  /**
   * The height of the fixed part of the box in pixels. It is too large while a picture has not yet followed a resize of
   * its box.
   */
  const still = useRef<number>(undefined)
  useEffect(() => {
    const element = box.current
    if (!isDrawn || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let waited = 0
    const measure = () => {
      const { below, overflowX, width, height } = hiddenIn(element)
      still.current ??= element.clientHeight - height
      const isLate = height > 0 && Math.abs(element.clientHeight - height - still.current) > 2
      if (isLate && ++waited < PATIENCE) {
        timer = setTimeout(measure, LAID_OUT)
        return
      }
      const room = mostHeight(element) - height
      const isLast = round >= ROUNDS
      if (!isLast && overflowX > 1 && fit === 1)
        return setFit({ fit: Math.max(MIN_FIT_SCALE, width / (width + overflowX + 1)), grown, round: round + 1 })
      if (!isLast && below > 1 && (room >= 1 || room < -SLACK))
        return setFit({ fit, grown: grown + Math.ceil(Math.min(below, room) * fit), round: round + 1 })
      if (overflowX > 1) setCut(t('columns beyond the edge are left out'))
      onSettled(chartId)
    }
    timer = setTimeout(measure, LAID_OUT)
    return () => clearTimeout(timer)
  }, [isDrawn, fit, grown, round, box, chartId, onSettled])
  const onDrawn = useCallback(() => setDrawn(true), [])
  return { fit, grown, cut, onDrawn }
}

/** A chart on an export sheet: without interactive elements, and a table as long as its rows. */
export function DashboardExportChart(props: Props) {
  const { chartId, title, height, onSettled } = props
  const chart = useDashboard((state) => state.charts[chartId])
  const dataset = useDashboard((state) => datasetOf(state, chartId))
  const metadata = useDashboard((state) => state.info.metadata)
  const mask = useDashboard((state) => state.masks[String(chartId)])
  const description = useDashboard((state) => state.slices[chartId]?.description ?? undefined)
  const colors = useMemo(() => dashboardColors(metadata), [metadata])
  const box = useRef<HTMLDivElement>(null)
  const [visibleRows, setVisibleRows] = useState<number>()
  useRequestedChart(chartId, box)
  const { fit, grown, cut, onDrawn } = useFit(chartId, box, onSettled)
  const status = chart?.chartStatus
  useEffect(() => {
    if (status === 'failed' || status === 'stopped') onDrawn()
  }, [status, onDrawn])
  if (!chart || isFilterBox(chart.form_data.viz_type)) return <Missing {...props} />
  const isFigure = chartType(chart.form_data.viz_type)?.meta.frame === 'figure'
  const size = `${100 / fit}%`
  return (
    <div style={{ height: height + grown }}>
      <Card
        title={title}
        description={isFigure ? undefined : description && truncateLines(description, 1)}
        isTitleQuiet={isFigure}
        isFooterAlways
        footer={isFigure ? undefined : <ChartFooter chart={chart} visibleRows={visibleRows} isPaper cut={cut} />}
        className={styles['card']}
        ariaLabel={title}
      >
        <div className={styles['place']}>
          <div
            ref={box}
            className={styles['picture']}
            style={fit === 1 ? {} : { width: size, height: size, transform: `scale(${fit})` }}
          >
            <ChartFrame
              chart={chart}
              details={datasetDisplayOf(dataset)}
              colors={colors}
              filterState={mask?.filterState}
              ownState={mask?.ownState}
              onRetry={() => undefined}
              onVisibleRows={setVisibleRows}
              onRendered={onDrawn}
              onRenderFailed={onDrawn}
            />
          </div>
        </div>
      </Card>
    </div>
  )
}
