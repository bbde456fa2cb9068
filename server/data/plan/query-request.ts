import { readCurrency, withCurrency } from '#core/format/currency.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { cacheKey } from '#server/cache/key.ts'
import { NUMBER_RULES_VERSION } from '#server/data/number-rules/number-rules.ts'
import { isIgnoredRange } from '#core/time/warning.ts'
import { allowedFunctions } from '#core/entity/allowed-functions.ts'
import type { RowRule, RuledTable } from '#server/sql/rules.ts'
import type { Planned } from '#server/data/result/run-query.ts'
import type { Format, Headings } from '#server/files/lay-out.ts'
import type { Loaded } from '#server/dataset/load.ts'
import type { Question } from './question.ts'
import type { Ranges } from '#server/dataset/ranges.ts'
import type { Priority } from '#server/data/scheduler.ts'
import type { Timeouts } from '#server/dataset/timeouts.ts'

/** One question put to the road. */
export interface ChartDataRequest {
  readonly context: QueryContext
  readonly index: number
  readonly user: CurrentUser
  readonly format: Format
  readonly priority: Priority
  readonly signal: AbortSignal
  /** Seconds the chart keeps answers; null is for the dataset to say. */
  readonly chartTimeout?: number | null
  readonly chartId?: number
  readonly dashboardId?: number
  /** What the dashboard says of the calendar, beside other things; see `calendarSettings`. */
  readonly calendar?: string | null
  /** Epoch milliseconds that relative times count from; absent: the time of asking. */
  readonly at?: number
  /**
   * Where the answer may come from. `cache`: only from what is kept, as long as it holds. `job`: only from what is kept,
   * whatever its age. In both cases `cache-lost` when there is none.
   */
  readonly from?: 'cache' | 'job'
  /** Keeps the answer for whoever asks next from `job`, even one that is not to be cached. */
  readonly keep?: boolean
}

/** A question with all that decides its answer. */
export interface QueryRequest {
  readonly dataRequest: ChartDataRequest
  /** Of `performance.now`. */
  readonly began: number
  readonly loaded: Loaded
  readonly question: Question
  readonly rules: readonly RowRule[]
  /** Rules that other datasets have for the tables this one may name: its own table, or those of its SQL. */
  readonly tables: readonly RuledTable[]
  readonly ranges: Ranges
  /** What templates read; see `Plain`. */
  readonly read: readonly string[]
  readonly keys: readonly unknown[]
}

/** Filters that templates read narrow the answer, also those on columns the dataset lacks. */
export function readByTemplates({ applied, rejected }: Planned['plan'], read: readonly string[]) {
  const more = read.filter((column) => !applied.some((filter) => filter.column === column))
  return {
    applied: [...applied, ...more.map((column) => ({ column }))],
    rejected: rejected.filter(({ column }) => !read.includes(column)),
    read,
  }
}

export function planningOf({ loaded, rules, tables, ranges, question }: QueryRequest) {
  return { loaded, rules, tables, ranges, limits: question.limits }
}

export function headingsOf({ dataset }: Loaded): Headings {
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

/** Everything that decides the bytes of an answer, and nothing else: ranges count by what they resolve to. */
export function keyOf({ dataRequest, loaded, question, rules, tables, ranges, read, keys }: QueryRequest): string {
  const admitted = allowedFunctions(loaded.database.extra)
  return cacheKey({
    numberRules: NUMBER_RULES_VERSION,
    query: forKey(question.query, ranges),
    type: question.type === 'results' ? 'full' : question.type,
    bounds: ranges.query ?? null,
    ...(ranges.zone === undefined ? {} : { zone: ranges.zone }),
    dataset: [loaded.dataset.id, loaded.dataset.definition_version],
    database: [loaded.database.id, loaded.database.sqlalchemy_uri, loaded.database.data_version],
    rules,
    ...(tables.length > 0 ? { tables } : {}),
    ...(admitted.length > 0 ? { admitted } : {}),
    ...(read.length + keys.length > 0 ? { read, keys } : {}),
    format: dataRequest.format,
  })
}

function forKey(query: QueryObject, ranges: Ranges): Record<string, unknown> {
  const { time_range: range, url_params: _url, custom_params: _custom, ...rest } = query
  const { result_type: _type, datasource: _source, annotation_layers: _layers, applied_time_extras, ...asked } = rest
  // Of what filters said about time, only which column counts here; what it comes to stands in the question.
  const said = Object.entries(applied_time_extras ?? {}).map(([name, value]) => [
    name,
    name === '__time_col' ? value : name === '__time_range' && isIgnoredRange(value),
  ])
  const filters = (query.filters ?? []).map((filter) =>
    filter?.op?.toUpperCase() === 'TEMPORAL_RANGE'
      ? { ...filter, val: { ...ranges.of(String(filter.val)), ...ignored(String(filter.val)) } }
      : filter,
  )
  return { ...asked, filters, ...ignored(range), ...(said.length > 0 ? { said } : {}) }
}

/** An answer says of a range that is no range that it is not understood. */
function ignored(range: string | null | undefined): { readonly isIgnoredRange?: true } {
  return isIgnoredRange(range) ? { isIgnoredRange: true } : {}
}
