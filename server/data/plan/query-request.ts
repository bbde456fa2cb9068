import { readCurrency, withCurrency } from '#core/format/currency.ts'
import type { AppliedMask } from '#core/rest/column-masks.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { MAX_ROWS } from '#core/query/max-rows.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { cacheKey } from '#server/cache/cache-key.ts'
import { NUMBER_RULES_VERSION } from '#server/data/number-rules/number-rules.ts'
import { isIgnoredRange } from '#core/time/warning.ts'
import type { Database } from '#core/entity/database.ts'
import { allowedFunctions } from '#core/entity/allowed-functions.ts'
import type { RowRule, TableWithRules } from '#server/sql/rules.ts'
import type { PlannedQuery } from '#server/data/result/run-query.ts'
import type { Format, Headings } from '#server/files/encode-table.ts'
import type { LoadedDataset } from '#server/dataset/load-dataset.ts'
import type { RunnableQuery } from './runnable-query.ts'
import type { Ranges } from '#server/dataset/time-ranges.ts'
import type { Priority } from '#server/data/scheduler.ts'
import type { Timeouts } from '#server/dataset/timeouts.ts'

/** One query to the chart data service. */
export interface ChartDataRequest {
  readonly context: QueryContext
  readonly index: number
  readonly user: CurrentUser
  readonly format: Format
  readonly priority: Priority
  readonly signal: AbortSignal
  /** Cache timeout of the chart in seconds; null uses that of the dataset. */
  readonly chartTimeout?: number | null
  readonly chartId?: number
  readonly dashboardId?: number
  /** Metadata of the dashboard with its calendar settings; see `calendarSettings`. */
  readonly calendar?: string | null
  /** Epoch milliseconds that relative times refer to; default: the time of the request. */
  readonly at?: number
  /**
   * Restricts the source of the result. `cache`: only a valid cached result. `job`: only a cached result, of any age.
   * Both throw `cache-lost` if there is none.
   */
  readonly from?: 'cache' | 'job'
  /** Caches the result for later `job` requests, even if caching is disabled for it. */
  readonly keep?: boolean
}

/** A query with everything that determines its result. */
export interface QueryRequest {
  readonly dataRequest: ChartDataRequest
  /** From `performance.now`. */
  readonly startedAt: number
  readonly loaded: LoadedDataset
  readonly queryObject: RunnableQuery
  readonly rules: readonly RowRule[]
  /** The masks of the columns of the dataset for the caller. */
  readonly masks: readonly AppliedMask[]
  /** Row rules of other datasets for the tables that this one may use: its own table, or those of its SQL. */
  readonly tables: readonly TableWithRules[]
  readonly ranges: Ranges
  /** Filters that templates read; see `Plain`. */
  readonly read: readonly string[]
  readonly keys: readonly unknown[]
}

/** Filters that templates read count as applied, including those on columns that the dataset lacks. */
export function withTemplateFilters({ applied, rejected }: PlannedQuery['plan'], read: readonly string[]) {
  const more = read.filter((column) => !applied.some((filter) => filter.column === column))
  return {
    applied: [...applied, ...more.map((column) => ({ column }))],
    rejected: rejected.filter(({ column }) => !read.includes(column)),
    read,
  }
}

export function planningInputOf({ loaded, rules, masks, tables, ranges, queryObject: question }: QueryRequest) {
  return { loaded, rules, masks, tables, ranges, limits: question.limits }
}

export function headingsOf({ dataset }: LoadedDataset): Headings {
  const named = [
    ...dataset.columns.map((column) => [column.column_name, column.verbose_name] as const),
    ...dataset.metrics.map((metric) => [metric.metric_name, metric.verbose_name] as const),
  ]
  return {
    names: Object.fromEntries(named.flatMap(([name, verbose]) => (verbose ? [[name, verbose]] : []))),
    formats: Object.fromEntries(
      dataset.metrics.flatMap(({ metric_name, d3format, currency }) => {
        const format = withCurrency(d3format ?? '', readCurrency(currency))
        return format ? [[metric_name, format]] : []
      }),
    ),
  }
}

export function timeoutsOf({ dataRequest, loaded }: QueryRequest): Timeouts {
  return {
    request: dataRequest.context.custom_cache_timeout,
    chart: dataRequest.chartTimeout,
    dataset: loaded.dataset.cache_timeout,
    database: loaded.database.cache_timeout,
  }
}

/** Returns the name under which queries of a user run; a guest token may have any name, so it counts as none. */
const identityOf = ({ isAnonymous, username }: QueryRequest['dataRequest']['user']) => (isAnonymous ? null : username)

/** Returns what determines the results of a joined database: its connection and the version of its data. */
const attachedKey = (database: Database | null) =>
  database && [
    database.id,
    database.sqlalchemy_uri,
    database.server_cert,
    database.tunnel,
    database.impersonate_user,
    database.data_version,
  ]

/**
 * Returns the cache key from everything that determines the bytes of a result; time ranges are included as resolved.
 */
export function keyOf({
  dataRequest,
  loaded,
  queryObject: question,
  rules,
  masks,
  tables,
  ranges,
  read,
  keys,
}: QueryRequest): string {
  const admitted = allowedFunctions(loaded.database.extra)
  return cacheKey({
    numberRules: NUMBER_RULES_VERSION,
    query: forKey(question.query, ranges),
    type: question.type === 'results' ? 'full' : question.type,
    ...(question.limits.max < MAX_ROWS ? { maxRows: question.limits.max } : {}),
    bounds: ranges.query ?? null,
    ...(ranges.zone === undefined ? {} : { zone: ranges.zone }),
    dataset: [loaded.dataset.id, loaded.dataset.definition_version],
    database: [loaded.database.id, loaded.database.sqlalchemy_uri, loaded.database.data_version],
    ...(loaded.database.server_cert ? { certificate: loaded.database.server_cert } : {}),
    // The client certificate decides what the server shows. The encrypted text changes with it.
    ...(loaded.database.secrets ? { client: loaded.database.secrets } : {}),
    ...(loaded.database.tunnel ? { tunnel: loaded.database.tunnel } : {}),
    ...(loaded.attached ? { attached: loaded.attached.map(attachedKey) } : {}),
    ...(loaded.database.impersonate_user ? { identity: identityOf(dataRequest.user) } : {}),
    rules,
    ...(masks.length > 0 ? { masks } : {}),
    ...(tables.length > 0 ? { tables } : {}),
    ...(admitted.length > 0 ? { admitted } : {}),
    ...(read.length + keys.length > 0 ? { read, keys } : {}),
    format: dataRequest.format,
  })
}

function forKey(query: QueryObject, ranges: Ranges): Record<string, unknown> {
  const { time_range: range, url_params: _url, custom_params: _custom, ...rest } = query
  const {
    result_type: _type,
    datasource: _source,
    annotation_layers: _layers,
    applied_time_extras,
    ...requested
  } = rest
  // From the time settings of filters only the column matters here; the query contains the resolved values.
  const appliedExtras = Object.entries(applied_time_extras ?? {}).map(([name, value]) => [
    name,
    name === '__time_col' ? value : name === '__time_range' && isIgnoredRange(value),
  ])
  const filters = (query.filters ?? []).map((filter) =>
    filter?.op?.toUpperCase() === 'TEMPORAL_RANGE'
      ? { ...filter, val: { ...ranges.of(String(filter.val)), ...ignoredRangeFlag(String(filter.val)) } }
      : filter,
  )
  return {
    ...requested,
    filters,
    ...ignoredRangeFlag(range),
    ...(appliedExtras.length > 0 ? { said: appliedExtras } : {}),
  }
}

/** The result reports a time range text that is not a valid range. */
function ignoredRangeFlag(range: string | null | undefined): { readonly isIgnoredRange?: true } {
  return isIgnoredRange(range) ? { isIgnoredRange: true } : {}
}
