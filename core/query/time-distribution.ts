import type { Table } from '#core/table/table.ts'
import type { Extent } from '#core/time/extent.ts'
import type { QueryObject } from './query-object.ts'

/** The number of rows from one timestamp to the next, in epoch milliseconds. */
export interface DistributionBar {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** The distribution of rows over time, as adjacent bars. */
export type TimeDistribution = readonly DistributionBar[]

const MAX_BARS = 62
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const MONTH = 28 * DAY
/** The first Monday of the epoch. */
const MONDAY = 4 * DAY

/** The width of bars, and the grain they are counted by. */
interface Step {
  readonly grain: string
  readonly length: number
  /** Number of months, if bars are whole months. */
  readonly months?: number
  readonly shift?: number
}

const years = (count: number): Step => ({ grain: 'P1Y', length: 12 * count * MONTH, months: 12 * count })
const steps: readonly Step[] = [
  { grain: 'PT1S', length: SECOND },
  { grain: 'PT1S', length: 15 * SECOND },
  { grain: 'PT1M', length: MINUTE },
  { grain: 'PT1M', length: 15 * MINUTE },
  { grain: 'PT1H', length: HOUR },
  { grain: 'PT1H', length: 6 * HOUR },
  { grain: 'P1D', length: DAY },
  { grain: 'P1W', length: WEEK, shift: MONDAY },
  { grain: 'P1M', length: MONTH, months: 1 },
  { grain: 'P1M', length: 3 * MONTH, months: 3 },
  years(1),
  years(10),
]
const widest = years(100)

const stepOf = ({ first, last }: Extent): Step =>
  steps.find(({ length }) => (last - first) / length <= MAX_BARS) ?? widest

function barAt(at: number, { length, months, shift = 0 }: Step): number {
  if (months === undefined) return Math.floor((at - shift) / length)
  const day = new Date(at)
  return Math.floor(((day.getUTCFullYear() - 1970) * 12 + day.getUTCMonth()) / months)
}

const startOf = (bar: number, { length, months, shift = 0 }: Step): number =>
  months === undefined ? bar * length + shift : Date.UTC(1970, bar * months)

/**
 * Returns the query for the distribution of a column's rows over its extent; undefined for a name that would be read as
 * a template.
 */
export function distributionQuery(column: string, extent: Extent): QueryObject | undefined {
  if (/\{[{%#]/.test(column)) return undefined
  const bucket = {
    label: 'bar',
    sqlExpression: column,
    isColumnReference: true,
    columnType: 'BASE_AXIS',
    timeGrain: stepOf(extent).grain,
  } as const
  const rows = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows', hasCustomLabel: true } as const
  return { columns: [bucket], metrics: [rows], row_limit: 10_000 }
}

/** Reads the result of `distributionQuery`; `offset` is the number of hours that the dataset adds to times on an axis. */
export function parseDistribution(table: Table | undefined, extent: Extent, offset = 0): TimeDistribution {
  const step = stepOf(extent)
  const first = barAt(extent.first, step)
  const counts = Array.from({ length: barAt(extent.last, step) - first + 1 }, () => 0)
  const [keys, rows] = table?.columns ?? []
  keys?.values.forEach((key, row) => {
    if (typeof key !== 'number') return
    // A bucket may begin before the first timestamp in it.
    const at = Math.min(counts.length - 1, Math.max(0, barAt(key - offset * HOUR, step) - first))
    counts[at] = (counts[at] ?? 0) + Number(rows?.values[row] ?? 0)
  })
  return counts.map((count, index) => ({
    from: startOf(first + index, step),
    to: startOf(first + index + 1, step),
    count,
  }))
}

/** Sums several distributions over the same extent. */
export function mergeDistributions(all: readonly TimeDistribution[]): TimeDistribution | undefined {
  const countAt = (at: number) => all.reduce((sum, each) => sum + (each[at]?.count ?? 0), 0)
  return all[0]?.map(({ from, to }, at) => ({ from, to, count: countAt(at) }))
}
