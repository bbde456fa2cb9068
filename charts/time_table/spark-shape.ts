import type { Bounds } from './columns.ts'
import type { Periods } from './figures.ts'

/** The size of a sparkline in pixels; the line has a distance of `inset` from the edges. */
export interface SparkBox {
  readonly width: number
  readonly height: number
  readonly inset: number
}

/** The geometry of a sparkline. */
export interface SparkShape {
  /** The limits of the axis: the configured bounds, or else the range of the values; null without values. */
  readonly low: number | null
  readonly high: number | null
  /** An SVG path; a missing value interrupts the line. */
  readonly path: string
  /** The indexes of isolated points, which a line does not show. */
  readonly lone: readonly number[]
  readonly x: (period: number) => number
  readonly y: (value: number) => number
}

function endsOf(points: Periods, [low, high]: Bounds): readonly [number | null, number | null] {
  let least: number | null = null
  let most: number | null = null
  for (const value of points) {
    if (value === null) continue
    least = least === null ? value : Math.min(least, value)
    most = most === null ? value : Math.max(most, value)
  }
  return least === null || most === null ? [null, null] : [low ?? least, high ?? most]
}

const round = (value: number): number => Math.round(value * 100) / 100

/** Returns the line through equally spaced points; at half height if all values are equal. */
export function sparkShape(points: Periods, box: SparkBox, bounds: Bounds): SparkShape {
  const [low, high] = endsOf(points, bounds)
  const across = Math.max(0, box.width - 2 * box.inset)
  const down = Math.max(0, box.height - 2 * box.inset)
  const last = points.length - 1
  const x = (period: number): number => round(box.inset + (last > 0 ? (period / last) * across : across / 2))
  const y = (value: number): number => {
    const share = low === null || high === null || low === high ? 0.5 : (value - low) / (high - low)
    return round(box.inset + (1 - share) * down)
  }
  let path = ''
  const lone: number[] = []
  for (const [index, value] of points.entries()) {
    if (value === null) continue
    const isStart = (points[index - 1] ?? null) === null
    path += `${isStart ? 'M' : 'L'}${x(index)} ${y(value)}`
    if (isStart && (points[index + 1] ?? null) === null) lone.push(index)
  }
  return { low, high, path, lone, x, y }
}

/** Returns the index of the point nearest to a horizontal position in pixels; undefined if that period has no value. */
export function periodAt(at: number, points: Periods, box: SparkBox): number | undefined {
  const across = box.width - 2 * box.inset
  const share = across > 0 ? (at - box.inset) / across : 0
  const period = Math.max(0, Math.min(points.length - 1, Math.round(share * (points.length - 1))))
  return (points[period] ?? null) === null ? undefined : period
}
