import { ownValue } from '#core/rest/json.ts'
import { compareExact, isDigits, sumExact } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'

/** Aggregates the values of a cell. */
export type ValueAggregator = (values: readonly Value[]) => Value

const numbers = (values: readonly Value[]): number[] =>
  values.flatMap((value) => (value === null || value === '' || Number.isNaN(Number(value)) ? [] : [Number(value)]))

const numerics = (values: readonly Value[]): (number | string)[] =>
  values.flatMap((value): readonly (number | string)[] => (isDigits(value) ? [value] : numbers([value])))

const sum: ValueAggregator = (values) => sumExact(numerics(values))

/** Returns the first value in this order. */
const firstValue = (values: readonly Value[], sign: number): Value =>
  numerics(values).reduce<number | string | null>(
    (found, value) => (found === null || sign * compareExact(value, found) < 0 ? value : found),
    null,
  )

const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / values.length

function variance(values: readonly number[]): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  return values.reduce((total, value) => total + (value - middle) ** 2, 0) / (values.length - 1)
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const upper = sorted[Math.floor(half)]
  const lower = sorted[Math.ceil(half) - 1]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}

const nullIfMissing = (values: readonly number[], from: (values: readonly number[]) => number | null): Value =>
  values.length === 0 ? null : from(values)

const nonNullValues = (values: readonly Value[]): Value[] => values.filter((value) => value !== null)
const count: ValueAggregator = (values) => nonNullValues(values).length

/** The aggregates of client-side pivot tables, by their names in forms. */
const pivotAggregates: Readonly<Record<string, ValueAggregator>> = {
  Count: count,
  'Count Unique Values': (values) => new Set(nonNullValues(values)).size,
  'List Unique Values': (values) => [...new Set(nonNullValues(values).map(String))].toSorted().join(', '),
  Sum: sum,
  Average: (values) => nullIfMissing(numbers(values), mean),
  Median: (values) => median(numbers(values)),
  'Sample Variance': (values) => variance(numbers(values)),
  'Sample Standard Deviation': (values) => Math.sqrt(variance(numbers(values))),
  Minimum: (values) => firstValue(values, 1),
  Maximum: (values) => firstValue(values, -1),
  First: (values) => nonNullValues(values)[0] ?? null,
  Last: (values) => nonNullValues(values).at(-1) ?? null,
}

/** All names: the aggregates, and the fractions of sums and counts. */
export const pivotAggregateNames: readonly string[] = [
  ...Object.keys(pivotAggregates),
  ...['Sum', 'Count'].flatMap((of) => ['Total', 'Rows', 'Columns'].map((whole) => `${of} as Fraction of ${whole}`)),
]

/** The denominator of fractions. */
export type Denominator = 'Total' | 'Rows' | 'Columns'

/** The properties of a pivot table aggregate. */
export interface PivotAggregate {
  readonly of: ValueAggregator
  /** The denominator of the cells, or null. */
  readonly fraction: Denominator | null
  /** True if it sums. The engine's totals over dataset rows can then replace the sum. */
  readonly isSum: boolean
}

/** Returns an aggregate by its name. Unknown names are sums. */
export function pivotAggregate(name: string): PivotAggregate {
  const match = /^(Sum|Count) as Fraction of (Total|Rows|Columns)$/.exec(name)
  const of = ownValue(pivotAggregates, match?.[1] ?? name) ?? sum
  return { of, fraction: (match?.[2] as Denominator | undefined) ?? null, isSum: of === sum }
}
