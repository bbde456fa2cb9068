import type { TimeseriesProps } from './timeseries-props.ts'

/** Height of a label with its gap, in pixels. */
const LINE = 13

/** The least round number of at least `value`: 1, 2 or 5 times a power of ten, in tenths of that power. */
function roundUp(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  return Math.ceil(value / power) * power
}

/** The height, in values, at which each series ends; stacked ones stand on each other. */
function ends({ series, stack }: TimeseriesProps): (number | null)[] {
  let below = 0
  return series.map((each) => {
    const last = each.values.findLast((value) => value !== null) ?? null
    if (last === null || stack === null) return last
    below += last
    return below
  })
}

/**
 * How far each label at the end of its line is moved, in pixels, downwards positive, so that labels do not cover each
 * other on a plot of this height.
 */
export function endLabelShifts(props: TimeseriesProps, height: number): number[] {
  const at = ends(props)
  const all = props.stack === null ? props.series.flatMap((each) => each.values) : at
  const numbers = all.filter((value) => value !== null)
  const high = props.yAxis.max ?? roundUp(Math.max(0, ...numbers))
  const low = props.yAxis.min ?? -roundUp(-Math.min(0, ...numbers))
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
  return over === 0 ? shifts : shifts.map((shift) => shift - over)
}
