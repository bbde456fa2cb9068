import { compareExact, isDigits } from '#core/table/exact-number.ts'
import { NUMERIC, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

/** The maximum number of histogram bars for numbers or times. */
const MAX_BINS = 10
/** The maximum number of bars for the most frequent values of other columns. */
const MAX_VALUES = 10

/** A bar of a histogram: values from `from` (inclusive) to `to` (exclusive, except in the last bar). */
export interface ProfileBin {
  readonly from: number
  readonly to: number
  readonly count: number
}

export interface ColumnProfile {
  readonly rows: number
  readonly nulls: number
  /** Distinct values except null. */
  readonly distinct: number
  readonly min: Value
  readonly max: Value
  /** The distribution of numbers and of times; times are epoch milliseconds. Empty for other columns. */
  readonly bins: readonly ProfileBin[]
  /** The most frequent values of other columns, most frequent first. */
  readonly frequent: readonly { readonly value: string; readonly count: number }[]
}

/** Returns a value as a number on an axis; undefined if it is not a number or a time. Times are read as UTC. */
export function axisPosition(value: Value, isTime: boolean): number | undefined {
  if (value === null) return undefined
  const time = typeof value === 'string' ? value.replace(/Z$/, '').replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00:00') : value
  const position = isTime && typeof value === 'string' ? Date.parse(`${time}Z`) : Number(value)
  return Number.isFinite(position) ? position : undefined
}

/** Returns a value as a number or as a text with all its digits; undefined if it is not a number. */
export function exactNumber(value: Value): number | string | undefined {
  return isDigits(value) ? value : axisPosition(value, false)
}

function histogram(positions: readonly number[]): readonly ProfileBin[] {
  if (positions.length === 0) return []
  let [low, high] = [Infinity, -Infinity]
  for (const position of positions) {
    low = Math.min(low, position)
    high = Math.max(high, position)
  }
  if (low === high) return [{ from: low, to: high, count: positions.length }]
  const width = (high - low) / MAX_BINS
  // The difference of two doubles can exceed the largest double.
  if (!Number.isFinite(width)) return []
  const counts = Array.from({ length: MAX_BINS }, () => 0)
  for (const position of positions) {
    const bin = Math.min(MAX_BINS - 1, Math.floor((position - low) / width))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return counts.map((count, index) => ({
    from: low + index * width,
    to: index === MAX_BINS - 1 ? high : low + (index + 1) * width,
    count,
  }))
}

/** Returns the minimum and maximum of the values that can be ordered. */
function extremes(
  values: readonly Value[],
  sortKeyOf: (value: Value) => number | string | undefined,
  compare: (one: number | string, other: number | string) => number,
): readonly [Value, Value] {
  let [min, max]: [Value, Value] = [null, null]
  let [least, most]: (number | string | undefined)[] = []
  for (const value of values) {
    const sortKey = sortKeyOf(value)
    if (sortKey === undefined) continue
    if (least === undefined || compare(sortKey, least) < 0) [min, least] = [value, sortKey]
    if (most === undefined || compare(sortKey, most) > 0) [max, most] = [value, sortKey]
  }
  return [min, max]
}

const compareTexts = (one: number | string, other: number | string) => (one < other ? -1 : one > other ? 1 : 0)

/** Returns the nulls, distinct values, minimum, maximum and distribution of a column over all rows of a table. */
export function profileColumn(table: Table, index: number): ColumnProfile {
  const column = table.columns[index]
  const values = (column?.values ?? []).filter((value) => value !== null)
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const isTime = column?.type === TEMPORAL
  const isOrdered = isTime || column?.type === NUMERIC
  const positions = isOrdered ? values.flatMap((value) => axisPosition(value, isTime) ?? []) : []
  const sortKeyOf = isTime ? (value: Value) => axisPosition(value, true) : exactNumber
  const [min, max] = isOrdered ? extremes(values, sortKeyOf, compareExact) : extremes(values, String, compareTexts)
  const frequent = isOrdered
    ? []
    : [...counts].toSorted(([, a], [, b]) => b - a).map(([value, count]) => ({ value: String(value), count }))
  return {
    rows: table.rowCount,
    nulls: table.rowCount - values.length,
    distinct: counts.size,
    min,
    max,
    bins: histogram(positions),
    frequent: frequent.slice(0, MAX_VALUES),
  }
}
