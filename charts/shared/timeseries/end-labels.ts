import { isForecastBound, observedSeriesIndexes } from '#charts/shared/series/forecast-points.ts'
import { stackName } from '#charts/shared/series/stacking.ts'
import type { TimeseriesProps } from './timeseries-props.ts'

/** The height of a label with its gap, in pixels. */
const LINE = 13

/** The number of letters that every end label may have, the limit on wide plots, and the width of a letter in pixels. */
const MIN_LABEL_LETTERS = 18
const MAX_LETTERS = 40
const LETTER = 6.5
/** The maximum share of the width for end labels. */
const LABEL_SHARE = 0.36

/** Returns how many letters of an end label are shown on a chart of this width in pixels. */
export const endLabelLetters = (width: number): number =>
  Math.max(MIN_LABEL_LETTERS, Math.min(MAX_LETTERS, Math.floor((width * LABEL_SHARE) / LETTER)))

/** The axis steps of ECharts: the upper limit of the coefficient, and the step. */
const STEPS = [
  [1.5, 1],
  [2.5, 2],
  [4, 3],
  [7, 5],
  [Infinity, 10],
] as const

/** Returns the limits of a logarithmic axis for these values, as powers of ten. */
function powersOf(values: readonly number[]): readonly [low: number, high: number] {
  const powers = values.filter((value) => value > 0).map(Math.log10)
  const least = powers.reduce((found, power) => Math.min(found, power), Infinity)
  const most = powers.reduce((found, power) => Math.max(found, power), -Infinity)
  return powers.length > 0 ? [Math.floor(least), Math.ceil(most)] : [0, 1]
}

/** Returns the limits of an axis with 0 and these values in about this many steps, as ECharts rounds them. */
function axisEnds(low: number, high: number, steps: number): readonly [low: number, high: number] {
  const wide = (high - low) / steps
  if (!(wide > 0)) return [low, high]
  const power = 10 ** Math.floor(Math.log10(wide))
  const step = (STEPS.find(([below]) => wide / power < below)?.[1] ?? 10) * power
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step]
}

/** Returns the value at which each series ends, including the series stacked below. Bounds have none. */
function ends({ series, stack }: TimeseriesProps): (number | null)[] {
  const below = new Map<string, number>()
  return series.map((each) => {
    const last = isForecastBound(each) ? null : (each.values.findLast((value) => value !== null) ?? null)
    if (last === null || stack === null) return last
    const height = (below.get(stackName(each)) ?? 0) + last
    below.set(stackName(each), height)
    return height
  })
}

/** Returns the indexes of the lines with end labels: forecasts in place of their series. */
function labelledLineIndexes({ series }: TimeseriesProps): number[] {
  return observedSeriesIndexes(series).map((at) => {
    const own = series[at]?.name
    const forecast = series.findIndex(
      ({ role, of, values }) => role === 'forecast' && of === own && values.some((value) => value !== null),
    )
    return forecast < 0 ? at : forecast
  })
}

/**
 * Returns the vertical offset of each end label in pixels (positive is down), so that labels do not overlap on a plot
 * of this height with about this many axis steps. Undefined for lines without a label.
 */
export function endLabelShifts(props: TimeseriesProps, height: number, steps: number): (number | undefined)[] {
  const labelled = labelledLineIndexes(props)
  const at = ends(props).map((value, index) => (labelled.includes(index) ? value : null))
  const all = props.stack === null ? props.series.flatMap((each) => each.values) : at
  const numbers = all.filter((value) => value !== null)
  const least = numbers.reduce((found, value) => Math.min(found, value), 0)
  const most = numbers.reduce((found, value) => Math.max(found, value), 0)
  const { log, min, max } = props.yAxis
  const onAxis = log ? Math.log10 : (value: number) => value
  const [from, to] = log ? powersOf(numbers) : axisEnds(least, most, steps)
  const high = max === null ? to : onAxis(max)
  const low = min === null ? from : onAxis(min)
  const scale = high > low ? height / (high - low) : 0
  const order = at
    .map((value, index) => ({ index, y: value === null ? Infinity : (high - onAxis(value)) * scale }))
    .filter(({ y }) => y !== Infinity)
    .toSorted((a, b) => a.y - b.y)
  const shifts = at.map(() => 0)
  let floor = -Infinity
  for (const { index, y } of order) {
    const position = Math.max(y, floor + LINE)
    shifts[index] = position - y
    floor = position
  }
  const over = Math.max(0, floor - height)
  return shifts.map((shift, index) => (labelled.includes(index) ? shift - over : undefined))
}
