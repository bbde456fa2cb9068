import { numberOf } from '#core/rest/json-primitive.ts'
import { conditionsOf } from './conditions.ts'
import type { FormData } from './form-data.ts'
import { asColumn, asMetric, queryFields } from './query-fields.ts'
import { setKeys } from './set-keys.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import {
  type AdhocColumn,
  columnLabel,
  type QueryColumn,
  type QueryExtras,
  type QueryMetric,
  type QueryObject,
} from '#core/query/query-object.ts'

/**
 * Returns the integer of a form value; undefined for null, empty and non-numeric values (the server's limit applies).
 */
function wholeNumber(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const number = numberOf(value)
  return Number.isFinite(number) ? Math.trunc(number) : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function extrasOf(form: FormData, where: string | undefined, having: string | undefined, grain?: string): QueryExtras {
  const extra = form.extra_form_data ?? {}
  return setKeys({
    ...(form['extras'] as Record<string, unknown> | undefined),
    time_grain_sqla: text(extra.time_grain_sqla) ?? grain ?? text(form.time_grain_sqla),
    where,
    having,
    relative_start: extra.relative_start,
    relative_end: extra.relative_end,
  })
}

/**
 * Returns the query parts that all chart types share: columns, metrics, conditions, time, limits and order. Time
 * settings of dashboard filters take precedence over filter boxes, and those over the form.
 */
export function baseQuery(form: FormData): QueryObject {
  const fields = queryFields(form)
  const conditions = conditionsOf(form)
  const extra = form.extra_form_data ?? {}
  const { time } = conditions
  return setKeys({
    columns: fields.columns,
    metrics: fields.metrics,
    orderby: fields.orderby.length > 0 ? fields.orderby : undefined,
    filters: conditions.filters,
    extras: extrasOf(form, conditions.where, conditions.having, time['time_grain_sqla']),
    granularity:
      text(extra.granularity_sqla) ??
      text(extra.granularity) ??
      time['granularity'] ??
      text(form['granularity']) ??
      text(form.granularity_sqla),
    time_range: text(extra.time_range) ?? time['time_range'] ?? text(form.time_range),
    since: text(form['since']),
    until: text(form['until']),
    applied_time_extras: conditions.applied_time_extras,
    row_limit: wholeNumber(form.row_limit),
    row_offset: wholeNumber(form['row_offset']),
    series_limit: wholeNumber(form['series_limit']) ?? wholeNumber(form['limit']) ?? 0,
    series_limit_metric: asMetric(form['series_limit_metric']) ?? asMetric(form['timeseries_limit_metric']),
    order_desc: typeof form['order_desc'] === 'boolean' ? form['order_desc'] : true,
    annotation_layers: Array.isArray(form['annotation_layers']) ? form['annotation_layers'] : [],
    url_params: form.url_params ?? {},
    custom_form_data: extra['custom_form_data'],
    custom_params: (form['custom_params'] as Record<string, unknown> | undefined) ?? {},
    post_processing: [],
  }) as QueryObject
}

/**
 * Returns the order of a ranked chart: its own if the first item is valid, otherwise by the sort metric, otherwise by
 * the first metric; descending unless `order_desc` is false. Undefined if there is nothing to order by.
 */
export function normalizeOrder(query: QueryObject, form: FormData): QueryObject['orderby'] {
  if (query.orderby?.[0]) return query.orderby
  const by = query.series_limit_metric ?? asMetric(form['legacy_order_by']) ?? query.metrics?.[0]
  return by ? [[by, query.order_desc === false]] : undefined
}

/** Returns the query with this order; without an order the key is removed. */
export function withOrder(query: QueryObject, orderby: QueryObject['orderby']): QueryObject {
  const { orderby: _, ...rest } = query
  return orderby ? { ...rest, orderby } : rest
}

/** Returns a column as x axis; a temporal column is bucketed by the grain of the query. */
export function baseAxis(column: QueryColumn, grain: string | null | undefined): AdhocColumn {
  const own: AdhocColumn =
    typeof column === 'string'
      ? { label: column, sqlExpression: column, expressionType: 'SQL', isColumnReference: true }
      : column
  return { ...own, columnType: 'BASE_AXIS', timeGrain: own.timeGrain ?? grain ?? null }
}

/** Returns the x axis that a form names by `x_axis`; undefined in forms that use `granularity_sqla` for time. */
export function xAxisOf(form: FormData): QueryColumn | undefined {
  return asColumn(form['x_axis'])
}

/** Returns the label of the time or x column in a result. Forms without `x_axis` use `__timestamp`. */
export function xLabelOf(form: FormData): string {
  const x = xAxisOf(form)
  return x === undefined ? TIMESTAMP : columnLabel(x)
}

/** Returns the metric of a form key; undefined if unset. */
export function metricOf(form: FormData, key: string): QueryMetric | undefined {
  return asMetric(form[key])
}
