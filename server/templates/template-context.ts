import { isSafeNumber, parse } from 'lossless-json'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { columnLabel, type QueryContext, type QueryObject } from '#core/query/query-object.ts'
import { exceedsDoublePrecision } from '#core/rest/json.ts'
import type { Dialect } from '#server/engines/engine.ts'
import { quotingOf } from './macro-quote.ts'
import type { MacroContext, MacroFilter } from './macro-task.ts'
import type { Ranges } from '#server/dataset/time-ranges.ts'

/** The query, dataset and user that the context of templates is built from. */
export interface TemplateContextInput {
  readonly user: CurrentUser
  readonly dataset: Dataset
  readonly query: QueryObject
  readonly context: Pick<QueryContext, 'form_data'>
  readonly ranges: Ranges
  readonly dialect: Dialect
}

export function templateContextOf({
  user,
  dataset,
  query,
  context,
  ranges,
  dialect,
}: TemplateContextInput): MacroContext {
  const filters = filtersOf(query)
  const temporal = filters.find(({ op }) => op.toUpperCase() === 'TEMPORAL_RANGE')?.val
  const range = query.time_range || (typeof temporal === 'string' ? temporal : '')
  const bounds = ranges.query ?? (range ? ranges.of(range) : { from: null, to: null })
  const signedIn = user.userId !== null
  const { values, decimals } = parametersOf(dataset)
  return {
    user: {
      id: user.userId,
      username: signedIn || user.guest ? user.username : null,
      email: signedIn ? user.email : null,
      roles: user.roleLimit && user.roleLimit.heldRoleIds.length > 1 ? null : Object.keys(user.roles).toSorted(),
    },
    urlParams: { ...texts(context.form_data?.url_params), ...texts(query.url_params) },
    filters,
    time: { ...bounds, range: range || null },
    variables: { ...values, ...variablesOf(query, dataset, filters) },
    decimals,
    quoting: quotingOf(dialect),
  }
}

function filtersOf(query: QueryObject): readonly MacroFilter[] {
  return (query.filters ?? []).flatMap((filter) =>
    filter?.col && filter.op ? [{ col: columnLabel(filter.col), op: filter.op, val: filter.val ?? null }] : [],
  )
}

/**
 * Parses JSON; integers beyond 2^53 keep their digits up to 64 bits. Other numbers that a double would round are texts
 * with all digits, which are added to `decimals`.
 */
function parseParameters(text: string, decimals: string[]): unknown {
  const numberOf = (digits: string): number | bigint | string => {
    if (exceedsDoublePrecision(digits) && isLong(BigInt(digits))) return BigInt(digits)
    const value = Number(digits)
    if (Number.isFinite(value) && isSafeNumber(digits)) return value
    decimals.push(digits)
    return digits
  }
  return parse(text, null, { parseNumber: numberOf, onDuplicateKey: ({ newValue }) => newValue })
}

const isLong = (value: bigint): boolean => BigInt.asIntN(64, value) === value

/** The parameters of a dataset. `decimals` are the texts among their values that are numbers. */
interface Parameters {
  readonly values: Record<string, unknown>
  readonly decimals: readonly string[]
}

/** Parses the JSON text `template_params` of a dataset; values other than an object have no parameters. */
function parametersOf({ template_params }: Dataset): Parameters {
  const decimals: string[] = []
  try {
    const value: unknown = parseParameters(template_params ?? '{}', decimals)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { values: value as Record<string, unknown>, decimals }
  } catch {
    // Text that is not JSON has no parameters.
  }
  return { values: {}, decimals: [] }
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
