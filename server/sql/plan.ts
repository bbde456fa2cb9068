import type { DatasetColumn } from '#core/entity/dataset.ts'
import { columnLabel, metricLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'
import type { AppliedFilter, RejectedFilter } from '#core/query/result.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { bucket, datasetColumn, dimension, listText, timestampExpr, withOffset } from './columns.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import type { TimeRangeMs, Environment } from './environment.ts'
import { type FilterConditions, filterConditions } from './filters.ts'
import { groupingOf } from './grouping.ts'
import { separateGroupings } from './separate-groupings.ts'
import { limitGroups } from './group-conditions.ts'
import { selectMetric } from './metrics.ts'
import { isMetric, orderKeys } from './order.ts'
import { type RowConditions, type FilteredRows, filteredRows } from './security-barrier.ts'
import type { RowRule } from './rules.ts'
import { sourceOf } from './source.ts'
import { timeExtras } from './time-extras.ts'
import { timeColumn, timeFilter } from './time.ts'
import type { Expr, From, Select, SelectedExpression } from './tree.ts'
import { binnedSelect, isBinnable } from './value-bins.ts'

/** The plan of a query: the statement tree, its column labels, and metadata. */
export interface Plan {
  readonly select: Select
  readonly labels: readonly string[]
  readonly rowLimit: number
  readonly bounds: TimeRangeMs
  readonly applied: readonly AppliedFilter[]
  readonly rejected: readonly RejectedFilter[]
}

/** Plans one query. Errors carry messages for the user. */
export async function plan(queryObject: QueryObject, env: Environment): Promise<Plan> {
  const query = withTimeseriesFlag(queryObject)
  const grouped = Array.isArray(query.metrics) || (query.orderby ?? []).some(([key]) => key && isMetric(key, env))
  const columns = query.columns ?? []
  if (columns.length === 0 && !query.metrics?.length && !query.is_timeseries) throw new ApiError('query-empty')
  const time = timeColumn(env.dataset, query.granularity)
  if (query.is_timeseries && !time) throw new ApiError('time-column-none')
  checkColumns(query, env)
  const wanted = await dimensionsOf(query, time, env)
  const metrics = await Promise.all((query.metrics ?? []).map((each) => selectMetric(each, env)))
  checkLabels(columns, query)
  const { bounds } = env
  const filters = await filterConditions(query.filters ?? [], time, env)
  const source = await sourceOf(env)
  const rowsIn = async (within: Environment, { where }: Pick<FilterConditions, 'where'>): Promise<FilteredRows> =>
    filteredRows(query, source, await conditions(query, where, time, within), within)
  const rows = await rowsIn(env, filters)
  const rankedRows = async (): Promise<FilteredRows> => {
    if (!env.series) return rows
    const ranking = { ...env, ...env.series }
    return rowsIn(ranking, await filterConditions(query.filters ?? [], time, ranking))
  }
  const having = await clauseOf(query.extras?.having, env)
  const limited = grouped
    ? await limitGroups(query, { rows, ranked: await rankedRows(), having, dimensions: wanted }, env)
    : undefined
  const dimensions = limited ? wanted.map(limited.dimension) : wanted
  const grouping = grouped ? groupingOf(query, dimensions) : undefined
  const selected = withoutDuplicates([...dimensions, ...metrics, ...(grouping ? [grouping.marker] : [])])
  const rowLimit = limitOf(query, env)
  const planned: Select = {
    columns: selected,
    from: limited?.from ?? rows.from,
    where: rows.where,
    groupBy: grouped ? dimensions.map(({ expr }) => expr) : [],
    having: [...(limited?.having ?? having), ...(grouping?.having ?? [])],
    ...(grouping ? { groupingSets: grouping.sets } : {}),
    orderBy: [
      ...(grouping ? [{ by: { label: grouping.marker.label }, ascending: false }] : []),
      ...(await orderKeys(query, selected, grouped, env)),
    ],
    limit: rowLimit,
    offset: query.row_offset ?? 0,
  }
  const isSeparate = grouping && !env.dialect.supports.groupingSets
  const select = isSeparate ? separateGroupings(planned, grouping, dimensions) : planned
  const extras = timeExtras(query.applied_time_extras, env.dataset, query.time_range)
  const binned = await valueBins(query, select, env)
  return {
    ...(query.is_rowcount
      ? rowCount(select, query.row_limit === 0)
      : { select, labels: selected.map(({ label }) => label) }),
    rowLimit,
    ...binned,
    bounds,
    applied: [...filters.applied.map((column) => ({ column })), ...extras.applied],
    rejected: [...filters.rejected, ...extras.rejected],
  }
}

async function clauseOf(having: string | undefined, env: Environment): Promise<readonly Expr[]> {
  return having ? [{ kind: 'fragment', fragment: await env.guard.expression(having, 'HAVING') }] : []
}

/** Returns the query with `is_timeseries` derived from a `__timestamp` column if not set, and without that column. */
function withTimeseriesFlag(query: QueryObject): QueryObject {
  const columns = (query.columns ?? []).filter((column) => column !== TIMESTAMP)
  return { ...query, columns, is_timeseries: query.is_timeseries ?? columns.length !== (query.columns ?? []).length }
}

async function dimensionsOf(
  query: QueryObject,
  time: DatasetColumn | undefined,
  env: Environment,
): Promise<readonly SelectedExpression[]> {
  const grain = query.extras?.time_grain_sqla
  const dimensions: SelectedExpression[] = []
  if (query.is_timeseries && time)
    dimensions.push({ expr: withOffset(await bucket(time, grain, env), env), label: TIMESTAMP })
  for (const column of query.columns ?? []) {
    const isTime = time !== undefined && column === query.granularity && column === time.column_name
    const expr = isTime ? await ownTime(time, query, env) : await dimension(column, env)
    dimensions.push({ expr, label: columnLabel(column) })
  }
  return withoutDuplicates(dimensions)
}

/** Returns the time column of a query that selects it by its own name; unbucketed if rows are not grouped. */
async function ownTime(time: DatasetColumn, { metrics, extras }: QueryObject, env: Environment): Promise<Expr> {
  const isGrouped = Array.isArray(metrics)
  if (!isGrouped && !env.dataset.offset) return timestampExpr(time, env)
  return withOffset(await bucket(time, isGrouped ? extras?.time_grain_sqla : null, env), env)
}

function withoutDuplicates(selected: readonly SelectedExpression[]): readonly SelectedExpression[] {
  const seen = new Set<string>()
  return selected.filter(({ label }) => !seen.has(label) && seen.add(label))
}

function checkLabels(columns: readonly QueryColumn[], query: QueryObject): void {
  const labels = new Set(columns.map(columnLabel))
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const label of [...columns.map(columnLabel), ...(query.metrics ?? []).map(metricLabel)]) {
    if (seen.has(label)) twice.add(label)
    seen.add(label)
  }
  if (twice.size > 0) throw new ApiError('labels-duplicate', { args: [quoteLabels([...twice])] })
  const missing = (query.series_columns ?? []).map(columnLabel).filter((label) => !labels.has(label))
  if (missing.length > 0) throw new ApiError('series-columns-unknown', { args: [quoteLabels(missing)] })
}

function quoteLabels(labels: readonly string[]): string {
  return labels.map((label) => `"${label}"`).join(', ')
}

/** Checks that dataset columns named in the query exist. */
function checkColumns({ columns = [], metrics, having_columns }: QueryObject, { dataset }: Environment): void {
  const simple = (metrics ?? []).flatMap((each) =>
    typeof each === 'object' && each.expressionType === 'SIMPLE' ? (each.column?.column_name ?? []) : [],
  )
  const named = [...[...columns, ...(having_columns ?? [])].filter((column) => typeof column === 'string'), ...simple]
  const missing = [...new Set(named)].filter((name) => !datasetColumn(dataset, name))
  if (missing.length > 0) throw new ApiError('columns-unknown', { args: [listText(missing)] })
}

/** Returns the columns the time range filters: the requested one and, if the dataset says so, always its main one. */
function timeColumns(time: DatasetColumn | undefined, { dataset }: Environment): readonly DatasetColumn[] {
  if (!time) return []
  const main =
    dataset.always_filter_main_dttm && dataset.main_dttm_col ? datasetColumn(dataset, dataset.main_dttm_col) : undefined
  return main && main !== time ? [time, main] : [time]
}

async function conditions(
  query: QueryObject,
  requested: readonly Expr[],
  time: DatasetColumn | undefined,
  env: Environment,
): Promise<RowConditions> {
  const filters: Expr[] = []
  for (const column of timeColumns(time, env)) {
    const range = await timeFilter(column, env.bounds, env)
    if (range) filters.push(range)
  }
  filters.push(...requested)
  const rules: Expr[] = []
  for (const rule of env.rules) rules.push(await ruleCondition(rule, env))
  const { fetch_values_predicate: predicate } = env.dataset
  const texts: (readonly [string | null | undefined, string])[] = [
    [query.apply_fetch_values_predicate ? predicate : null, 'fetch_values_predicate'],
    [query.extras?.where, 'WHERE'],
  ]
  const clauses: Expr[] = []
  for (const [text, clause] of texts) {
    if (text?.trim()) clauses.push({ kind: 'fragment', fragment: await env.guard.expression(text, clause) })
  }
  return { filters, rules, clauses }
}

/** Each clause is validated separately, so that none can close the parentheses of another. */
async function ruleCondition(rule: RowRule, env: Environment): Promise<Expr> {
  const of: Expr[] = []
  for (const clause of rule) {
    of.push({ kind: 'fragment', fragment: await env.guard.expression(clause, 'row rule', { subqueries: true }) })
  }
  return { kind: 'any', of }
}

/** Returns the row limit: 0, null and absent mean the default, which is never above the maximum. */
function limitOf(query: QueryObject, env: Environment): number {
  return Math.min(query.row_limit || env.limits.rows, env.limits.max)
}

/** Counts rows: those within the limit, or all if the limit is 0. Their order does not matter. */
function rowCount(rows: Select, isOfAll: boolean): Pick<Plan, 'select' | 'labels'> {
  const select: Select = isOfAll ? { ...rows, limit: null, offset: 0, orderBy: [] } : rows
  const from: From = { kind: 'select', select, alias: 'rowcount_qry' }
  const count: SelectedExpression = { expr: { kind: 'aggregate', name: 'COUNT', of: '*' }, label: 'rowcount' }
  return {
    select: { columns: [count], from, where: [], groupBy: [], having: [], orderBy: [], limit: 1, offset: 0 },
    labels: ['rowcount'],
  }
}

/** Returns the rows counted in bins, if the query requests bins and the engine can bin this column. */
async function valueBins(
  { value_bins: requested, is_rowcount: isCount }: QueryObject,
  select: Select,
  env: Environment,
): Promise<Pick<Plan, 'select' | 'labels' | 'rowLimit'> | undefined> {
  if (!requested || isCount || select.groupBy.length > 0) return undefined
  const missing = [requested.column, ...requested.by].filter(
    (name) => !select.columns.some(({ label }) => label === name),
  )
  if (missing.length > 0) throw new ApiError('columns-unknown', { args: [listText([...new Set(missing)])] })
  const values = select.columns.filter(({ label }) => label === requested.column)
  const type = await env.typeOf({ ...select, columns: values, orderBy: [], limit: 0, offset: 0 })
  if (!isBinnable(type)) return undefined
  const { max } = env.limits
  const binned = binnedSelect(select, requested, { type, dialect: env.dialect, max })
  return { select: binned, labels: binned.columns.map(({ label }) => label), rowLimit: max }
}
