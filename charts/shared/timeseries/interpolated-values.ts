import { displayOptionsOf } from './series-display-options.ts'
import type { Series } from '#charts/shared/series/series.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { sampledRange } from '#core/query/sample.ts'

type SampledRange = NonNullable<TimeseriesProps['sampled']>

/** Returns the bucket length of a sample at an instant: the visible range has shorter buckets. */
function partAt({ x }: TimeseriesProps, { visibleRange, parts }: SampledRange): (instant: number) => number {
  const moments = x.values as readonly number[]
  const whole = ((moments.at(-1) ?? 0) - (moments[0] ?? 0)) / parts
  if (!visibleRange) return () => whole
  const [from, to] = sampledRange(...visibleRange)
  return (instant) => (instant >= from && instant <= to ? (to - from) / parts : whole)
}

/** Interpolates a line between two of its points, by curve type. */
function interpolateBetween(curve: string, share: number, one: number, other: number): number {
  if (curve === 'start') return other
  if (curve === 'end') return one
  if (curve === 'middle') return share < 0.5 ? one : other
  return one + (other - one) * share
}

/**
 * Returns the values for drawing a sampled line. Where only other series have points, the line is interpolated between
 * its neighboring points. Each non-empty bucket contains its first and last point, so points of adjacent buckets are
 * connected; points further apart have a gap between them.
 */
export function interpolatedValues(props: TimeseriesProps, series: Series): Series['values'] {
  const { x, sampled } = props
  const { mark } = displayOptionsOf(props, series)
  if (!sampled || sampled.hasGaps || props.series.length < 2 || mark.shape !== 'line') return series.values
  const part = partAt(props, sampled)
  const moments = x.values as readonly number[]
  const drawn = [...series.values]
  let before = -1
  for (const [index, value] of series.values.entries()) {
    if (value === null) continue
    const one = series.values[before] ?? null
    const [from = 0, to = 0] = [moments[before], moments[index]]
    if (one !== null && to - from < 2 * Math.max(part(from), part(to)))
      for (let within = before + 1; within < index; within++)
        drawn[within] = interpolateBetween(mark.curve, ((moments[within] ?? 0) - from) / (to - from), one, value)
    before = index
  }
  return drawn
}
