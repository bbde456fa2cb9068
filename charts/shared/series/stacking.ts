import type { Series } from './series.ts'

/** The stacking mode of series. */
export type Stack = 'Stack' | 'Stream' | 'Expand'

/** Parses the stacking mode of a form; older forms contain true. */
export function stackOf(value: unknown): Stack | undefined {
  if (value === true) return 'Stack'
  return value === 'Stack' || value === 'Stream' || value === 'Expand' ? value : undefined
}

/**
 * Returns the stack of a series. Only values of the same time are stacked: time comparisons, forecasts, bounds and the
 * second query have separate stacks.
 */
export function stackName({ role, offset, question }: Series): string {
  const kind = role === undefined || role === 'compared' ? 'all' : role
  return [kind, ...(offset === undefined ? [] : [offset]), ...(question === undefined ? [] : ['second'])].join(' ')
}

/** Returns the sum of all series at each x; null if none has a value. */
export function sumStacks(series: readonly Series[], length: number): (number | null)[] {
  return Array.from({ length }, (_, at) => {
    const present = series.map((each) => each.values[at] ?? null).filter((value) => value !== null)
    return present.length > 0 ? present.reduce((sum, value) => sum + value, 0) : null
  })
}

/** Returns the series as shares of the sum of their stack at each x; null if the sum is 0. */
export function toShares(series: readonly Series[], length: number): Series[] {
  const names = [...new Set(series.map(stackName))]
  const sums = new Map(names.map((name) => [name, sumStacks(seriesOfStack(series, name), length)]))
  return series.map((each) => {
    const own = sums.get(stackName(each)) ?? []
    return { ...each, values: each.values.map((value, at) => (value === null || !own[at] ? null : value / own[at])) }
  })
}

/** Returns the series of a stack. */
export function seriesOfStack(series: readonly Series[], name: string): Series[] {
  return series.filter((each) => stackName(each) === name)
}

/** Returns each series as shares of its sum; null if the sum is 0. */
export function sharesWithinSeries(series: readonly Series[]): Series[] {
  return series.map((each) => {
    const sum = each.values.reduce<number>((total, value) => total + (value ?? 0), 0)
    return { ...each, values: each.values.map((value) => (value === null || sum === 0 ? null : value / sum)) }
  })
}

/** Returns the index of the topmost series with a value at each x; -1 if there is none. */
export function topmostSeries(series: readonly Series[], length: number): number[] {
  return Array.from({ length }, (_, at) => series.findLastIndex((each) => (each.values[at] ?? null) !== null))
}
