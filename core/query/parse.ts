import type { Datasource, QueryContext, QueryObject, ResultFormat, ResultType } from './query-object.ts'

/** Messages by field of a context that cannot be read. */
export type ContextErrors = Readonly<Record<string, readonly string[]>>

export type ParsedContext = { readonly ok: QueryContext } | { readonly errors: ContextErrors }

const DEPRECATED: readonly (readonly [old: string, name: string])[] = [
  ['groupby', 'columns'],
  ['granularity_sqla', 'granularity'],
  ['timeseries_limit', 'series_limit'],
  ['timeseries_limit_metric', 'series_limit_metric'],
]

/**
 * Reads the body of `POST /api/v1/chart/data`. Unknown keys are ignored. Of a deprecated key and its successor the
 * deprecated one wins where it holds something or 0; `where` and `having` move into `extras`.
 */
export function parseQueryContext(body: unknown): ParsedContext {
  if (!isRecord(body)) return { errors: { _schema: ['Invalid input type.'] } }
  const errors: Record<string, string[]> = {}
  const datasource = parseDatasourceField(body.datasource)
  if (!datasource) errors.datasource = ['Missing data for required field.']
  if (body.queries !== undefined && !Array.isArray(body.queries)) errors.queries = ['Not a valid list.']
  const queries: QueryObject[] = []
  for (const [index, raw] of (Array.isArray(body.queries) ? body.queries : []).entries()) {
    if (!isRecord(raw)) errors[`queries.${index}`] = ['Invalid input type.']
    else {
      queries.push(parseQuery(raw))
      Object.assign(errors, checkNumbers(raw))
    }
  }
  if (Object.keys(errors).length > 0 || !datasource) return { errors }
  return {
    ok: {
      datasource,
      queries,
      force: body.force === true,
      result_type: (body.result_type ?? 'full') as ResultType,
      result_format: (body.result_format ?? 'json') as ResultFormat,
      form_data: isRecord(body.form_data) ? body.form_data : null,
      custom_cache_timeout: typeof body.custom_cache_timeout === 'number' ? body.custom_cache_timeout : null,
    },
  }
}

/** One question, deprecated keys replaced. */
export function parseQuery(raw: Readonly<Record<string, unknown>>): QueryObject {
  const query: Record<string, unknown> = { ...raw }
  for (const [old, name] of DEPRECATED) {
    const value = query[old]
    delete query[old]
    if (holdsSomething(value)) query[name] = value
  }
  const extras: Record<string, unknown> = isRecord(query.extras) ? { ...query.extras } : {}
  for (const clause of ['where', 'having']) {
    if (typeof query[clause] === 'string' && query[clause] !== '') extras[clause] = query[clause]
    delete query[clause]
  }
  query.extras = extras
  for (const list of ['columns', 'filters', 'orderby', 'series_columns', 'time_offsets', 'post_processing']) {
    if (query[list] === null || (query[list] !== undefined && !Array.isArray(query[list]))) delete query[list]
  }
  return query
}

function holdsSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return value === 0 || Boolean(value)
}

function checkNumbers(raw: Readonly<Record<string, unknown>>): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const field of ['row_limit', 'row_offset']) {
    const value = raw[field]
    if (value === undefined || value === null) continue
    if (typeof value !== 'number' || !Number.isInteger(value)) errors[field] = ['Not a valid integer.']
    else if (value < 0) errors[field] = [`\`${field}\` must be greater than or equal to 0`]
  }
  return errors
}

function parseDatasourceField(value: unknown): Datasource | undefined {
  if (typeof value === 'string') {
    const match = /^(\d+)__(\w+)$/.exec(value)
    return match ? { id: Number(match[1]), type: String(match[2]) } : undefined
  }
  if (!isRecord(value)) return undefined
  const id = Number(value.id)
  return Number.isInteger(id) && value.id !== null
    ? { id, type: typeof value.type === 'string' ? value.type : 'table' }
    : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
