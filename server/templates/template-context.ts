import { parse } from 'lossless-json'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { columnLabel, type QueryContext, type QueryObject } from '#core/query/query-object.ts'
import { isBeyondDoubles } from '#core/rest/json.ts'
import type { Dialect } from '#server/engines/engine.ts'
import { quotingOf } from './macro-quote.ts'
import type { MacroContext, MacroFilter } from './macro-task.ts'
import type { Ranges } from '#server/dataset/ranges.ts'

/** The query, dataset and user that the context of templates is built from. */
export interface TemplateContextOf {
  readonly user: CurrentUser
  readonly dataset: Dataset
  readonly query: QueryObject
  readonly context: Pick<QueryContext, 'form_data'>
  readonly ranges: Ranges
  readonly dialect: Dialect
}

export function templateContextOf({ user, dataset, query, context, ranges, dialect }: TemplateContextOf): MacroContext {
  const filters = filtersOf(query)
  const temporal = filters.find(({ op }) => op.toUpperCase() === 'TEMPORAL_RANGE')?.val
  const range = query.time_range || (typeof temporal === 'string' ? temporal : '')
  const bounds = ranges.query ?? (range ? ranges.of(range) : { from: null, to: null })
  const signedIn = user.userId !== null
  return {
    user: {
      id: user.userId,
      username: signedIn ? user.username : null,
      email: signedIn ? user.email : null,
      roles: Object.keys(user.roles).toSorted(),
    },
    urlParams: { ...texts(context.form_data?.url_params), ...texts(query.url_params) },
    filters,
    time: { ...bounds, range: range || null },
    variables: { ...parameters(dataset), ...variablesOf(query, dataset, filters) },
    quoting: quotingOf(dialect),
  }
}

function filtersOf(query: QueryObject): readonly MacroFilter[] {
  return (query.filters ?? []).flatMap((filter) =>
    filter?.col && filter.op ? [{ col: columnLabel(filter.col), op: filter.op, val: filter.val ?? null }] : [],
  )
}

/** Parses JSON; integers beyond 2^53 keep their digits up to 64 bits. */
function parseParameters(text: string): unknown {
  return parse(text, null, {
    parseNumber: (digits) => (isBeyondDoubles(digits) && isLong(BigInt(digits)) ? BigInt(digits) : Number(digits)),
    onDuplicateKey: ({ newValue }) => newValue,
  })
}

const isLong = (value: bigint): boolean => BigInt.asIntN(64, value) === value

/** Parses the JSON text `template_params` of a dataset; values other than an object have no parameters. */
function parameters({ template_params }: Dataset): Record<string, unknown> {
  try {
    const value: unknown = parseParameters(template_params ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

function variablesOf(query: QueryObject, dataset: Dataset, filter: readonly MacroFilter[]): Record<string, unknown> {
  const columns = (query.columns ?? []).map(columnLabel)
  return {
    columns,
    groupby: columns,
    metrics: query.metrics ?? [],
    filter,
    row_limit: query.row_limit ?? null,
    row_offset: query.row_offset ?? 0,
    table_columns: dataset.columns.map(({ column_name }) => column_name),
    time_column: query.granularity ?? null,
    time_grain: query.extras?.time_grain_sqla ?? null,
  }
}

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)]))
}
