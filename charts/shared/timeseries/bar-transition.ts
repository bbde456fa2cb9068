import type { TimeseriesProps } from './timeseries-props.ts'

type Categories = Pick<TimeseriesProps, 'x' | 'series' | 'mark'>

/** The maximum number of bars that move to their new places. */
const MAX_MOVING_BARS = 200

/** Milliseconds. */
const DURATION = 180

/** The dimension of the data source that identifies a bar by its category. */
export const KEY_DIMENSION = 'key'

/**
 * Returns the key of each category, which does not depend on the order of the categories; undefined if the bars of a
 * chart do not move: without categories, with too many bars, and for other marks.
 */
export function categoryKeys({ x, series, mark }: Categories): readonly number[] | undefined {
  if (x.kind !== 'category' || mark.shape !== 'bar' || x.values.length * series.length > MAX_MOVING_BARS)
    return undefined
  const names = x.values.map((value) => JSON.stringify(value))
  const ranks = new Map(names.toSorted().map((name, rank) => [name, rank]))
  return ranks.size === names.length ? names.map((name) => ranks.get(name) ?? 0) : undefined
}

/**
 * Returns whether two pictures show the same categories and series, so that bars can move from one to the other. Bars of
 * another set of categories would move to places of other bars.
 */
export function hasSameBars(before: Categories, after: Categories): boolean {
  const names = ({ x, series, mark }: Categories) =>
    JSON.stringify([
      x.column,
      mark.horizontal,
      x.values.map((value) => JSON.stringify(value)).toSorted(),
      series.map(({ name }) => name),
    ])
  return categoryKeys(before) !== undefined && categoryKeys(after) !== undefined && names(before) === names(after)
}

/** Returns the option of a bar series that moves its bars by category when it is drawn over an earlier picture. */
export function barTransitionOption(isMoving: boolean): Record<string, unknown> {
  return isMoving
    ? { animation: true, animationDuration: 0, animationDurationUpdate: DURATION, animationEasingUpdate: 'cubicOut' }
    : { animation: false }
}
