import * as z from 'zod'
import { readBody } from '#core/rest/body.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { numberOf } from '#core/rest/json-primitive.ts'
import { requireContextWithin, requireQueryWithinLimits } from './bounds.ts'
import * as field from './fields.ts'
import type { Datasource, QueryContext, QueryObject } from './query-object.ts'

export type ParsedContext = { readonly ok: QueryContext } | { readonly errors: FieldErrors }

const DEPRECATED: readonly (readonly [old: string, name: string])[] = [
  ['groupby', 'columns'],
  ['granularity_sqla', 'granularity'],
  ['timeseries_limit', 'series_limit'],
  ['timeseries_limit_metric', 'series_limit_metric'],
]

const datasource = z.preprocess(
  (value) => datasourceOf(value),
  z.object({ id: z.int(), type: z.string() }, { error: 'Missing data for required field.' }),
)

const querySchema = z.looseObject({
  columns: field.listOf(field.column),
  metrics: field.listOrNull(field.metric),
  filters: field.listOf(field.filter),
  extras: field.extras,
  granularity: field.text,
  time_range: field.text,
  time_shift: field.text,
  time_offsets: field.listOf(z.string()),
  since: field.text,
  until: field.text,
  is_timeseries: field.flag,
  series_columns: field.listOf(field.column),
  series_limit: field.nullableInt,
  series_limit_metric: z.preprocess((value) => (value === '' ? null : value), field.metric.nullish()),
  group_others_when_limit_reached: field.flag,
  having_columns: field.listOf(field.column),
  grouping_sets: field.listOf(z.array(z.string())),
  row_limit: field.fromZero('row_limit'),
  row_offset: field.fromZero('row_offset'),
  orderby: field.listOf(field.order),
  order_desc: field.flag,
  apply_fetch_values_predicate: field.flag,
  post_processing: field.listOf(field.step),
  annotation_layers: field.listOf(z.looseObject({})),
  applied_time_extras: field.textMapping,
  url_params: field.textMapping,
  custom_params: field.mapping,
  is_rowcount: field.flag,
  result_type: field.text,
  datasource: datasource.nullish(),
  saved_chart: field.nullableInt,
  sample: field.sampleField,
  value_bins: field.valueBins,
})

const context = z.looseObject({
  datasource,
  queries: z.preprocess((value) => value ?? [], z.array(z.preprocess(renameOldKeys, querySchema))),
  force: field.flag,
  result_type: field.text,
  result_format: field.text,
  custom_cache_timeout: field.nullableInt,
  color_columns: field.listOf(z.string()),
  last_period: field.flag,
})

/**
 * Parses the body of `POST /api/v1/chart/data`. Unknown keys are ignored, null entries of lists skipped. A deprecated
 * key takes precedence over its successor if it has a value or is 0; `where` and `having` move into `extras`. On
 * errors, returns messages by field, as `{"queries": {"0": {"row_limit": [...]}}}`. Throws `bound-passed` if it exceeds
 * a limit.
 */
export function parseQueryContext(body: unknown): ParsedContext {
  if (!isRecord(body)) return { errors: { _schema: ['Invalid input type.'] } }
  requireContextWithin(body)
  const read = readBody(context, body)
  if ('errors' in read) return read
  const { ok } = read
  const given = {
    datasource: ok.datasource,
    queries: ok.queries.map(definedValues),
    force: ok.force === true,
    result_type: ok.result_type ?? 'full',
    result_format: ok.result_format ?? 'json',
    form_data: isRecord(body.form_data) ? body.form_data : null,
    custom_cache_timeout: ok.custom_cache_timeout ?? null,
    ...(ok.color_columns?.length ? { color_columns: ok.color_columns } : {}),
    ...(ok.last_period === true ? { last_period: true } : {}),
  }
  return { ok: given as QueryContext }
}

/**
 * Parses one query and replaces deprecated keys; returns messages by field on errors. Throws `bound-passed` if it is
 * too large.
 */
export function parseQuery(raw: unknown): { readonly ok: QueryObject } | { readonly errors: FieldErrors } {
  requireQueryWithinLimits(raw)
  const read = readBody(z.preprocess(renameOldKeys, querySchema), raw)
  return 'errors' in read ? read : { ok: definedValues(read.ok) }
}

function renameOldKeys(raw: unknown): unknown {
  if (!isRecord(raw)) return raw
  const query: Record<string, unknown> = { ...raw }
  for (const [old, name] of DEPRECATED) {
    const value = query[old]
    delete query[old]
    if (hasContent(value)) query[name] = value
  }
  for (const clause of ['where', 'having']) {
    const value = query[clause]
    delete query[clause]
    if (!hasContent(value)) continue
    query['extras'] = { ...(isRecord(query['extras']) ? query['extras'] : {}), [clause]: value }
  }
  return query
}

function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return value === 0 || Boolean(value)
}

/** Returns the keys with a value; empty keys count as absent. */
function definedValues(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

function datasourceOf(value: unknown): Datasource | null | undefined {
  if (typeof value === 'string') {
    const match = /^(\d+)__(\w+)$/.exec(value)
    return match ? { id: Number(match[1]), type: String(match[2]) } : undefined
  }
  if (!isRecord(value)) return value === null ? null : undefined
  const id = value.id === null || value.id === '' ? Number.NaN : numberOf(value.id)
  if (!Number.isSafeInteger(id)) return undefined
  return { id, type: typeof value.type === 'string' ? value.type : 'table' }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
