import type { Series } from './series.ts'

/** How series stand on each other. */
export type Stack = 'Stack' | 'Stream' | 'Expand'

/** The stack a form asks for; older forms say true. */
export function stackOf(value: unknown): Stack | undefined {
  if (value === true) return 'Stack'
  return value === 'Stack' || value === 'Stream' || value === 'Expand' ? value : undefined
}

/**
 * What stands on each other when series are stacked: values of one time. Those of another time stand on their own, and
 * forecasts and bounds apart from values, and each question apart from the other.
 */
export function stackName({ role, offset, question }: Series): string {
  const kind = role === undefined || role === 'compared' ? 'all' : role
  return [kind, ...(offset === undefined ? [] : [offset]), ...(question === undefined ? [] : ['second'])].join(' ')
}

/** The sum of all series at each x; null where none has a value. */
export function totals(series: readonly Series[], length: number): (number | null)[] {
  return Array.from({ length }, (_, at) => {
    const present = series.map((each) => each.values[at] ?? null).filter((value) => value !== null)
    return present.length > 0 ? present.reduce((sum, value) => sum + value, 0) : null
  })
}

/** The series as shares of the sum of their time at each x; null where the sum is 0. */
export function shares(series: readonly Series[], length: number): Series[] {
  const names = [...new Set(series.map(stackName))]
  const sums = new Map(names.map((name) => [name, totals(stackedWith(series, name), length)]))
  return series.map((each) => {
    const own = sums.get(stackName(each)) ?? []
    return { ...each, values: each.values.map((value, at) => (value === null || !own[at] ? null : value / own[at])) }
  })
}

/** The series that stand on each other under this name. */
export function stackedWith(series: readonly Series[], name: string): Series[] {
  return series.filter((each) => stackName(each) === name)
}

/** The series as shares of their own sums; null where the sum is 0. */
export function ownShares(series: readonly Series[]): Series[] {
  return series.map((each) => {
    const sum = each.values.reduce<number>((total, value) => total + (value ?? 0), 0)
    return { ...each, values: each.values.map((value) => (value === null || sum === 0 ? null : value / sum)) }
  })
}

/** Per x, the index of the topmost series with a value; -1 where there is none. */
export function topmost(series: readonly Series[], length: number): number[] {
  return Array.from({ length }, (_, at) => series.findLastIndex((each) => (each.values[at] ?? null) !== null))
}
