import type { Dataset, DatasetColumn } from '#core/entity/dataset.ts'
import { columnExpr, datasetColumn, isText, timestampExpr } from './columns.ts'
import { timeBucket } from '#core/time/buckets.ts'
import { isInstantColumn } from '#core/time/instant-columns.ts'
import { firstInstant } from '#core/time/instants.ts'
import type { TimeRangeMs, Environment } from './environment.ts'
import type { TimeBoundType } from '#server/engines/sql.ts'
import { strftime } from './strftime.ts'
import type { Expr } from './tree.ts'
import { kindOf } from './values.ts'

/** Returns the time column of a query: the named one if it is temporal, else the main one of the dataset. */
export function timeColumn(dataset: Dataset, name: string | null | undefined): DatasetColumn | undefined {
  const column = name ? datasetColumn(dataset, name) : undefined
  if (column?.is_dttm) return column
  return dataset.main_dttm_col ? datasetColumn(dataset, dataset.main_dttm_col) : undefined
}

/**
 * Returns a condition on the column as stored, from the start (inclusive) to the end (exclusive); undefined if both are
 * open.
 */
export async function timeFilter(
  column: DatasetColumn,
  bounds: TimeRangeMs,
  env: Environment,
): Promise<Expr | undefined> {
  const stored = sortsAsStored(column) ? await columnExpr(column, env) : await timestampExpr(column, env)
  const left = sortsAsStored(column) ? comparedTime(stored, column, env) : stored
  const parts: Expr[] = []
  if (bounds.from !== null) parts.push({ kind: 'compare', op: '>=', left, right: timeBound(column, bounds.from, env) })
  if (bounds.to !== null) parts.push({ kind: 'compare', op: '<', left, right: timeBound(column, bounds.to, env) })
  return parts.length === 0 ? undefined : parts.length === 1 ? parts[0] : { kind: 'all', of: parts }
}

/** Returns a stored time as the dialect compares it with a bound. */
function comparedTime(of: Expr, column: StoredTimeColumn, { dialect }: Environment): Expr {
  const template = column.python_date_format
    ? undefined
    : dialect.timeBound(comparedType(column), { epochMs: 0 }).column
  return template === undefined ? of : { kind: 'template', template, of }
}

const ORDERED = /^[^%]*%Y([^%]*(%m([^%]*(%d([^%]*(%H([^%]*(%M([^%]*(%S([^%]*(%f)?)?)?)?)?)?)?)?)?)?|%j))?[^%]*$/

/** True if the stored values sort by time; text with the day before the month does not. */
function sortsAsStored(column: StoredTimeColumn): boolean {
  const { python_date_format: format } = column
  return !format || format.startsWith('epoch_') || !isText(column) || ORDERED.test(format)
}

const UNITS = [
  [/%f/, null],
  [/%S/, 'PT1S'],
  [/%M/, 'PT1M'],
  [/%H/, 'PT1H'],
  [/%[dj]/, 'P1D'],
  [/%m/, 'P1M'],
  [/%[Yy]/, 'P1Y'],
] as const

/**
 * Returns the first time at or after this one that a format can hold: a day begins after a bound in the middle of the
 * day before. All values from it on, and no others, are at or after the bound.
 */
function firstStored(format: string, epochMs: number): number {
  const [, unit = null] = UNITS.find(([directive]) => directive.test(format)) ?? []
  const bucket = timeBucket(epochMs, unit)
  return bucket === undefined || bucket.from === epochMs ? epochMs : bucket.to
}

type StoredTimeColumn = Pick<DatasetColumn, 'type' | 'python_date_format'> &
  Partial<Pick<DatasetColumn, 'is_dttm' | 'logical_type'>>

/** Returns the type of a column for `timeBound` of a dialect. */
function comparedType(column: StoredTimeColumn): TimeBoundType {
  return { type: column.type, isText: column.type !== null && isText(column) }
}

/**
 * Returns a local-time bound in the stored form of the column, or unchanged if that form does not sort by time. Columns
 * of instants are compared with the instant at which the clocks of the zone reach the bound.
 */
export function timeBound(
  column: StoredTimeColumn,
  wallMs: number,
  env: Pick<Environment, 'dialect' | 'zone'>,
): Extract<Expr, { kind: 'bind' }> {
  const format = column.python_date_format
  const epochMs = env.zone !== undefined && isInstantColumn(column) ? firstInstant(wallMs, env.zone) : wallMs
  if (format === 'epoch_s') return { kind: 'bind', value: Math.floor(epochMs / 1000) }
  if (format === 'epoch_ms') return { kind: 'bind', value: epochMs }
  const digits = format ? strftime(format, firstStored(format, epochMs)) : ''
  if (format && isText(column) && sortsAsStored(column)) return { kind: 'bind', value: digits }
  if (kindOf(column as DatasetColumn) === 'number' && /^\d+$/.test(digits))
    return { kind: 'bind', value: Number(digits) }
  if (!sortsAsStored(column)) return { kind: 'bind', value: { epochMs } }
  const { column: _, ...bound } = env.dialect.timeBound(comparedType(column), { epochMs })
  return { kind: 'bind', ...bound }
}
