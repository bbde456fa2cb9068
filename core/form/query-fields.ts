import type { FormData } from './form-data.ts'
import {
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryMetric,
  type QueryObject,
} from '#core/query/query-object.ts'

/** Form data keys for metrics of the query. */
export const METRIC_KEYS: readonly string[] = ['metrics', 'metric', 'metric_2', 'secondary_metric', 'x', 'y', 'size']
/** Form data keys for columns of the query. */
export const COLUMN_KEYS: readonly string[] = ['groupby', 'columns', 'all_columns', 'series']
/** Form data keys for the row and column dimensions of a pivot table; no other chart uses them. */
export const PIVOT_DIMENSION_KEYS: readonly string[] = ['groupbyRows', 'groupbyColumns']

const RAW_ONLY = ['columns', 'all_columns']
const AGGREGATE_ONLY = ['groupby', ...METRIC_KEYS]

/** The query parts in a form; `metrics` undefined requests raw rows. */
export interface QueryFields {
  readonly columns: readonly QueryColumn[]
  readonly metrics: readonly QueryMetric[] | undefined
  readonly orderby: NonNullable<QueryObject['orderby']>
}

/** Returns the values of one key as a list; null, undefined and empty text give an empty list. */
export function listOf<T>(value: unknown): T[] {
  const all = Array.isArray(value) ? value : [value]
  return all.filter((each) => each !== null && each !== undefined && each !== '') as T[]
}

/** Returns the items without duplicate labels, in order; the first of each label is retained. */
export function uniqueBy<T>(items: readonly T[], label: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(label(item)) && seen.add(label(item)))
}

/** Returns the value as a column, or undefined if it is not one. */
export function asColumn(value: unknown): QueryColumn | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  const adhoc = value as { sqlExpression?: unknown } | null | undefined
  return typeof adhoc?.sqlExpression === 'string' ? (adhoc as QueryColumn) : undefined
}

/** Returns the value as a metric, or undefined if it is not one. */
export function asMetric(value: unknown): QueryMetric | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return metricLabel(value as QueryMetric) === '' ? undefined : (value as QueryMetric)
}

function orderOf(value: unknown): (readonly [QueryColumn | QueryMetric, boolean])[] {
  return listOf<unknown>(value).flatMap((item) => {
    const pair = typeof item === 'string' ? parsePair(item) : item
    if (!Array.isArray(pair) || typeof pair[1] !== 'boolean') return []
    const subject = asColumn(pair[0]) ?? asMetric(pair[0])
    return subject === undefined ? [] : [[subject, pair[1]] as const]
  })
}

function parsePair(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns columns, metrics and order of a form, in the order of its keys, without duplicate labels (the first is
 * retained). `query_mode` `aggregate` ignores keys of raw columns, `raw` ignores dimensions and metrics. Order items
 * that are not `[expression, ascending]` pairs are omitted.
 */
export function queryFields(form: FormData): QueryFields {
  const raw = form['query_mode'] === 'raw'
  const ignored = raw ? AGGREGATE_ONLY : form['query_mode'] === 'aggregate' ? RAW_ONLY : []
  const keys = Object.keys(form).filter((key) => !ignored.includes(key))
  const pick = <T>(names: readonly string[], as: (value: unknown) => T | undefined): T[] =>
    keys
      .filter((key) => names.includes(key))
      .flatMap((key) => listOf<unknown>(form[key]))
      .map(as)
      .filter((each) => each !== undefined)
  return {
    columns: uniqueBy(pick(COLUMN_KEYS, asColumn), columnLabel),
    metrics: raw ? undefined : uniqueBy(pick(METRIC_KEYS, asMetric), metricLabel),
    orderby: keys.filter((key) => key === 'orderby' || key === 'order_by_cols').flatMap((key) => orderOf(form[key])),
  }
}
