import { LineChart } from 'echarts/charts'
import { MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { type ECharts, use as register } from 'echarts/core'
import { useCallback, useMemo, useRef } from 'react'
import styles from '#charts/shared/echarts/echarts.module.css'
import { EChart, type MarkEvent } from '#charts/shared/echarts/echarts.tsx'
import { observedSeriesIndexes } from '#charts/shared/series/forecast-points.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { isolateSeries } from '#charts/shared/echarts/isolate-series.ts'
import { NOTE_HEIGHT } from '#charts/shared/echarts/mark.ts'
import { PictureContainer } from '#charts/shared/echarts/PictureContainer.tsx'
import { hasSameBars } from './bar-transition.ts'
import { timeseriesStops } from './timeseries-keyboard-stops.ts'
import { usePicture } from '#charts/shared/echarts/use-picture.tsx'
import { markOf } from './timeseries-mark.ts'
import { selectionOf } from './timeseries-marks.ts'
import { timeseriesOption } from './timeseries-option.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { seriesNote, timeseriesSummary } from './timeseries-summary.ts'
import { useSampled } from './use-sampled.tsx'
import type { ChartViewProps, SelectionMode } from '#charts/chart.ts'
import type { WindowPoint } from '#ui/base/menu-point.ts'
import { brushOf } from './timeseries-brush.ts'
import { legendNames } from './legend-names.ts'
import { useIsStatic } from '#ui/tokens/static-context.ts'

register([LineChart, MarkLineComponent, MarkAreaComponent])

const indexOf = (mark: MarkEvent): number => Number(mark.seriesId.slice(1))

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Returns whether the bars of a picture move to it from the picture before; not in cards and on paper. */
function useHasBarTransition(picture: TimeseriesProps): boolean {
  const isStill = useIsStatic()
  const shown = useRef({ picture, isMoving: false })
  if (shown.current.picture !== picture) {
    const isMoving = !isStill && hasSameBars(shown.current.picture, picture) && !isMotionReduced()
    shown.current = { picture, isMoving }
  }
  return shown.current.isMoving
}

/** Lines, bars or areas over time or categories, drawn from the same props. */
export function TimeseriesChart(props: TimeseriesProps & ChartViewProps) {
  const { onSelect, onMenu, series } = props
  const picture = usePicture(props)
  const isMoving = useHasBarTransition(picture)
  const { onZoom, withVisibleRange } = useSampled(props)
  const note = seriesNote(picture)
  const height = note === '' ? props.height : Math.max(0, props.height - NOTE_HEIGHT)
  const option = useCallback(
    (theme: ChartTheme) => timeseriesOption({ ...withVisibleRange(picture), height, isMoving }, theme),
    [picture, withVisibleRange, height, isMoving],
  )
  const stops = useMemo(() => timeseriesStops(picture), [picture])
  const summary = useMemo(() => timeseriesSummary(picture), [picture])
  const selectionAt = (mark: MarkEvent) => selectionOf(props, indexOf(mark), mark.dataIndex)
  const onMark = (mark: MarkEvent, mode: SelectionMode) => {
    const selection = selectionAt(mark)
    if (selection) onSelect?.(selection, mode)
  }
  const onMarkMenu = (mark: MarkEvent, at: WindowPoint) => {
    const selection = selectionAt(mark)
    const one = markOf(props, indexOf(mark), mark.dataIndex)
    if (selection ?? one) onMenu?.(selection ?? {}, at, one)
  }
  const onMarkDoubleClick = (mark: MarkEvent, chart: ECharts) => {
    const names = legendNames(series)
    const name = names[indexOf(mark)]
    if (name !== undefined) isolateSeries(chart, name, names)
  }
  const isEmpty = picture.series.every(({ values }) => values.every((value) => value === null))
  return (
    <>
      <PictureContainer isEmpty={isEmpty}>
        <EChart
          option={option}
          width={props.width}
          height={height}
          theme={props.theme}
          summary={summary}
          stops={stops}
          isTimed={props.x.kind === 'time' && !props.mark.horizontal}
          brush={brushOf(props)}
          onZoom={onZoom}
          onRendered={props.onRendered}
          onMark={onSelect && onMark}
          onMarkMenu={onMenu && onMarkMenu}
          onMarkDoubleClick={observedSeriesIndexes(series).length > 1 ? onMarkDoubleClick : undefined}
        />
      </PictureContainer>
      {note !== '' && <p className={styles['note']}>{note}</p>}
    </>
  )
}
