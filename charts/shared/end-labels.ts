import { isBound, ownPlaces } from './expected.ts'
import { stackName } from './stacking.ts'
import type { TimeseriesProps } from './timeseries-props.ts'

/** Height of a label with its gap, in pixels. */
const LINE = 13

/** The least round number of at least `value`: 1, 2 or 5 times a power of ten, in tenths of that power. */
function roundUp(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  return Math.ceil(value / power) * power
}

/** The height, in values, at which each series ends; stacked ones stand on each other. Bounds have no end. */
function ends({ series, stack }: TimeseriesProps): (number | null)[] {
  const below = new Map<string, number>()
  return series.map((each) => {
    const last = isBound(each) ? null : (each.values.findLast((value) => value !== null) ?? null)
    if (last === null || stack === null) return last
    const height = (below.get(stackName(each)) ?? 0) + last
    below.set(stackName(each), height)
    return height
  })
}

/** The places of the lines that are named at their ends: the forecast of a series where it has one. */
function named({ series }: TimeseriesProps): number[] {
  return ownPlaces(series).map((at) => {
    const own = series[at]?.name
    const forecast = series.findIndex(
      ({ role, of, values }) => role === 'forecast' && of === own && values.some((value) => value !== null),
    )
    return forecast < 0 ? at : forecast
  })
}

/**
 * How far each label at the end of its line is moved, in pixels, downwards positive, so that labels do not cover each
 * other on a plot of this height; undefined where a line has none.
 */
export function endLabelShifts(props: TimeseriesProps, height: number): (number | undefined)[] {
  const labelled = named(props)
  const at = ends(props).map((value, index) => (labelled.includes(index) ? value : null))
  const all = props.stack === null ? props.series.flatMap((each) => each.values) : at
  const numbers = all.filter((value) => value !== null)
  const high = props.yAxis.max ?? roundUp(numbers.reduce((most, value) => Math.max(most, value), 0))
  const low = props.yAxis.min ?? -roundUp(-numbers.reduce((least, value) => Math.min(least, value), 0))
  const scale = high > low ? height / (high - low) : 0
  const order = at
    .map((value, index) => ({ index, y: value === null ? Infinity : (high - value) * scale }))
    .filter(({ y }) => y !== Infinity)
    .toSorted((a, b) => a.y - b.y)
  const shifts = at.map(() => 0)
  let floor = -Infinity
  for (const { index, y } of order) {
    const place = Math.max(y, floor + LINE)
    shifts[index] = place - y
    floor = place
  }
  const over = Math.max(0, floor - height)
  return shifts.map((shift, index) => (labelled.includes(index) ? shift - over : undefined))
}
