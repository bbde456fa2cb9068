import type { TimeseriesProps } from './timeseries-props.ts'
import type { ChartViewProps, AxisRange } from '#charts/chart.ts'
import { instantName } from '#charts/shared/tooltip/instant-name.ts'
import type { Brush } from '#charts/shared/selection/brush.ts'

type Props = Pick<TimeseriesProps, 'x' | 'mark' | 'zoomable' | 'grain'> & Pick<ChartViewProps, 'stretch' | 'onStretch'>

/** Formats one end of a range: a period or an instant, or the number itself. */
export const rangeEndText = (kind: AxisRange['kind'], end: number, grain: string | null): string =>
  kind === 'time' ? instantName(end, 'smart_date', grain) : String(end)

/**
 * Returns the range selection of an axis of instants or ascending numbers. Undefined if it filters nothing, if the axis
 * is vertical, or if the chart is zoomable, because dragging then moves the visible range.
 */
export function brushOf({ x, mark, zoomable, grain, stretch, onStretch }: Props): Brush | undefined {
  const values = x.values
  const isNumbers = values.every((value, index) => typeof value === 'number' && !(value <= Number(values[index - 1])))
  if (!onStretch || mark.horizontal || zoomable || x.column === '' || values.length < 2 || !isNumbers) return undefined
  const numbers = values as readonly number[]
  const kind = x.kind === 'time' ? 'time' : 'number'
  const first = stretch ? numbers.findIndex((value) => value >= stretch.first) : -1
  const last = stretch ? numbers.findLastIndex((value) => value <= stretch.last) : -1
  return {
    positions: kind === 'time' ? numbers : numbers.map((_, index) => index),
    shown: first >= 0 && last >= first ? [first, last] : undefined,
    nameOf: (index) => rangeEndText(kind, numbers[index] as number, grain),
    onClear: () => onStretch(undefined),
    onBrush: (from, to, ...isCompared) =>
      onStretch({ kind, first: numbers[from] as number, last: numbers[to] as number }, ...isCompared),
  }
}
