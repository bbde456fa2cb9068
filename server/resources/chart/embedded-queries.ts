import { isDeepStrictEqual } from 'node:util'
import { parseQueryContext } from '#core/query/parse-query.ts'
import {
  type AdhocMetric,
  columnLabel,
  EXCEPT,
  isXAxis,
  metricLabel,
  type QueryColumn,
  type QueryContext,
  type QueryFilter,
  type QueryMetric,
  type QueryObject,
} from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { parseJson } from '#core/rest/json.ts'
import { chartQueries } from '#server/data/plan/chart-queries.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { nativeFilters } from '#server/security/guest-token.ts'
import type { Chart } from '#core/entity/chart.ts'

type Term = QueryColumn | QueryMetric

/** A chart or a native filter of an embedded dashboard: the queries that guests may vary. */
interface EmbeddedSource {
  readonly dataset: number
  readonly queries: readonly QueryObject[]
}

/** Parts of a query that contain no names of columns and no SQL, or that are checked below. */
const VARIABLE: ReadonlySet<string> = new Set([
  'annotation_layers',
  'applied_time_extras',
  'apply_fetch_values_predicate',
  'columns',
  'custom_params',
  'datasource',
  'extras',
  'filters',
  'granularity',
  'grouping_sets',
  'group_others_when_limit_reached',
  'having_columns',
  'is_rowcount',
  'is_timeseries',
  'metrics',
  'order_desc',
  'orderby',
  'post_processing',
  'result_type',
  'row_limit',
  'row_offset',
  'sample',
  'series_columns',
  'series_limit',
  'series_limit_metric',
  'time_offsets',
  'time_range',
  'time_shift',
  'url_params',
])

/** A post-processed result may query further columns of the form in the request. */
const RESULT_TYPES: readonly unknown[] = ['full', 'results', null, undefined]

/** Extras that are texts of time. */
const FREE_EXTRAS: readonly string[] = ['time_grain_sqla', 'relative_start', 'relative_end', 'time_range_endpoints']

/**
 * Rejects a query of a guest that no saved chart or native filter of its dashboards contains. Guests choose filters on
 * columns of their dashboards, time ranges, grains, the order and the number of rows; they send no SQL. Throws
 * `guest-query`.
 */
export async function requireEmbeddedQueries(context: QueryContext, request: RouteRequest): Promise<void> {
  if (!request.user.guest) return
  const sources = await embeddedSources(request)
  if (!RESULT_TYPES.includes(context.result_type)) throw differs(`result_type ${context.result_type}`)
  for (const query of context.queries) {
    const { id } = query.datasource ?? context.datasource
    const own = sources.filter(({ dataset }) => dataset === id)
    if (own.length === 0) throw new ApiError('dataset-access', { args: [String(id)] })
    const times = await timeColumns(id, request)
    const filterable = own.flatMap(({ queries }) => queries.flatMap(columnsOf))
    const differences = own.map((source) => difference(query, source, { times, filterable }))
    if (!differences.includes(undefined)) throw differs(differences[0] ?? '')
  }
}

function differs(part: string): ApiError {
  return new ApiError('guest-query', { args: [part] })
}

async function timeColumns(id: number, { context }: RouteRequest): Promise<readonly string[]> {
  const dataset = await context.store.datasets.get(id)
  return (dataset?.columns ?? []).flatMap(({ is_dttm, column_name }) => (is_dttm ? [column_name] : []))
}

async function embeddedSources({ user, context: { store } }: RouteRequest): Promise<readonly EmbeddedSource[]> {
  const sources: EmbeddedSource[] = []
  for (const id of user.guest?.charts ?? []) {
    const chart = await store.charts.get(id)
    if (chart)
      sources.push({ dataset: chart.datasource_id, queries: [...chartQueries(chart), ...contextQueries(chart)] })
  }
  for (const id of user.guest?.dashboards ?? []) {
    const dashboard = await store.dashboards.get(id)
    for (const { targets, sortMetric } of nativeFilters(dashboard?.json_metadata ?? null))
      for (const { datasetId, column } of targets) {
        if (typeof datasetId !== 'number' || column === undefined) continue
        sources.push({ dataset: datasetId, queries: [valuesQuery(column, sortMetric)] })
      }
  }
  return sources
}

/** Returns the queries in the query context saved with a chart; none if it is invalid. */
function contextQueries({ query_context }: Chart): readonly QueryObject[] {
  try {
    const parsed = parseQueryContext(parseJson(query_context ?? 'null'))
    return 'ok' in parsed ? parsed.ok.queries : []
  } catch {
    return []
  }
}

/** Returns everything that a native filter may query of its column: values, their counts, and the range. */
function valuesQuery(column: string, sortMetric: string | undefined): QueryObject {
  const simple = (aggregate: string): AdhocMetric => ({
    expressionType: 'SIMPLE',
    aggregate,
    column: { column_name: column },
  })
  const count: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)' }
  const metrics = [count, ...['MIN', 'MAX', 'COUNT', 'COUNT_DISTINCT'].map(simple)]
  return { columns: [column], metrics: sortMetric === undefined ? metrics : [...metrics, sortMetric] }
}

const columnsOf = ({ columns = [], series_columns: series = [], filters = [], granularity }: QueryObject) => [
  ...columns,
  ...series,
  ...filters.map(({ col }) => col),
  ...(granularity ? [granularity] : []),
]

/** Returns the terms of a query except those that only sort it. */
function selectedTerms(query: QueryObject): readonly Term[] {
  const { metrics, having_columns: passing, series_limit_metric: ranked, columns, series_columns: series } = query
  return [...(columns ?? []), ...(series ?? []), ...(passing ?? []), ...(metrics ?? []), ...(ranked ? [ranked] : [])]
}

/** Returns the terms of a query: its columns and metrics, and those by which it is sorted. */
function termsOf(query: QueryObject): readonly Term[] {
  return [...selectedTerms(query), ...(query.orderby ?? []).map(([key]) => key)]
}

/** Returns what a column computes, without its label and the grain of time. A time axis may be a column by name. */
function meaningOf(column: QueryColumn): unknown {
  if (typeof column === 'string') return column
  const { sqlExpression: sql } = column
  return isXAxis(column) ? sql : { sql }
}

/** Everything that the terms of saved queries name. */
interface SavedParts {
  readonly names: ReadonlySet<string>
  readonly sql: ReadonlySet<string>
  /** Aggregates with their columns, as JSON. */
  readonly aggregates: ReadonlySet<string>
  /** SQL of columns with its label, as JSON. */
  readonly labelled: ReadonlySet<string>
}

const aggregateOf = ({ aggregate, column }: Partial<AdhocMetric>) =>
  JSON.stringify([aggregate ?? null, column?.column_name ?? null])

const labelledOf = ({ label, sqlExpression }: Partial<AdhocMetric>) =>
  JSON.stringify([label ?? null, sqlExpression ?? null])

function savedParts(terms: readonly Term[]): SavedParts {
  const objects = terms.filter((term) => typeof term !== 'string') as Partial<AdhocMetric>[]
  // A label is the name of a saved metric only in a term without an expression. Other labels may be those of columns.
  const names = new Set(
    terms.flatMap((term) => {
      if (typeof term === 'string') return [term]
      const { expressionType, sqlExpression, label } = term as Partial<AdhocMetric>
      return expressionType || sqlExpression ? [] : [label ?? '']
    }),
  )
  const sql = new Set([...names, ...objects.map(({ sqlExpression }) => sqlExpression ?? '')])
  return { names, sql, aggregates: new Set(objects.map(aggregateOf)), labelled: new Set(objects.map(labelledOf)) }
}

/**
 * True if each part of a term is saved. The same object means a column, an aggregate or a saved metric in different
 * parts of a query, so all of its parts are compared.
 */
function isSavedTerm(term: Term, { names, sql, aggregates, labelled }: SavedParts): boolean {
  if (typeof term === 'string') return names.has(term)
  const { expressionType, sqlExpression, column, aggregate, label = '' } = term as Partial<AdhocMetric>
  if (sqlExpression && !sql.has(sqlExpression)) return false
  if ((column || aggregate) && !aggregates.has(aggregateOf({ column: column ?? null, aggregate: aggregate ?? null })))
    return false
  return Boolean(expressionType) || names.has(label) || labelled.has(labelledOf(term as Partial<AdhocMetric>))
}

interface Limits {
  readonly times: readonly string[]
  readonly filterable: readonly QueryColumn[]
}

/** Returns the first part of a query that a source does not contain; undefined if it contains all. */
function difference(
  query: QueryObject,
  { queries }: EmbeddedSource,
  { times, filterable }: Limits,
): string | undefined {
  const saved = savedParts(queries.flatMap(termsOf))
  const labels = new Set([...(query.columns ?? []).map(columnLabel), ...(query.metrics ?? []).map(metricLabel)])
  // A key that is the label of a result column sorts by that column.
  const isLabel = (key: Term) => typeof key === 'string' && labels.has(key)
  const order = (query.orderby ?? []).map(([key]) => key).filter((key) => !isLabel(key))
  const term = [...selectedTerms(query), ...order].find((each) => !isSavedTerm(each, saved))
  if (term !== undefined) return JSON.stringify(term)
  if (!RESULT_TYPES.includes(query.result_type)) return `result_type ${query.result_type}`
  const { granularity } = query
  if (granularity && !times.includes(granularity) && !queries.some((each) => each.granularity === granularity))
    return granularity
  const columns = [...filterable.map(meaningOf), ...times]
  const filter = (query.filters ?? []).find((each) => !isEmbeddedFilter(each, columns))
  if (filter) return JSON.stringify(filter.col)
  const other = Object.entries(query).find(
    ([name, value]) => !VARIABLE.has(name) && !isEmpty(value) && !hasPart(queries, name, value),
  )
  if (other) return other[0]
  const layers = query.annotation_layers ?? []
  if (
    layers.some(
      (layer) => !queries.some((each) => each.annotation_layers?.some((one) => isDeepStrictEqual(one, layer))),
    )
  )
    return 'annotation_layers'
  return differentExtra(query, queries)
}

function isEmbeddedFilter({ col, op, of = [] }: QueryFilter, columns: readonly unknown[]): boolean {
  if (op.toUpperCase() === EXCEPT && !of.every((each) => isEmbeddedFilter(each, columns))) return false
  return columns.some((known) => isDeepStrictEqual(known, meaningOf(col)))
}

function differentExtra({ extras = {} }: QueryObject, queries: readonly QueryObject[]): string | undefined {
  // SQL conditions of a chart may not be left out.
  for (const name of ['where', 'having'] as const)
    if (!queries.some((each) => (each.extras?.[name] ?? '') === (extras[name] ?? ''))) return `extras.${name}`
  const entry = Object.entries(extras).find(([name, value]) => {
    if (FREE_EXTRAS.includes(name) || isEmpty(value)) return false
    return !queries.some((each) => isDeepStrictEqual(each.extras?.[name], value))
  })
  return entry && `extras.${entry[0]}`
}

function hasPart(queries: readonly QueryObject[], name: string, value: unknown): boolean {
  return queries.some((each) => isDeepStrictEqual((each as Readonly<Record<string, unknown>>)[name], value))
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
