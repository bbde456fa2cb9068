import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { dimension } from './columns.ts'
import type { Environment } from './environment.ts'
import { selectMetric } from './metrics.ts'
import type { FilteredRows } from './security-barrier.ts'
import type { ComparisonSign, Expr, From, SelectedExpression } from './tree.ts'

const ALIAS = 'series_limit'
const RANK = 'mme_inner__'
/** A column that is set in every series within the limit, and null for all other rows. */
const WITHIN = 'within__'

/** The dimension value of rows beyond the limit, if they form one group. */
const OTHERS = 'Others'

/** A source with limited series, and the transformed series dimensions. */
export interface LimitedSource {
  readonly from: From
  readonly dimension: (selected: SelectedExpression) => SelectedExpression
}

/**
 * Restricts the source to the first `series_limit` series. With `group_others_when_limit_reached` all rows stay, and
 * those of further series form one group named `Others`. Series are ranked by the series metric, else the first metric,
 * else the number of rows, under all conditions except HAVING (with Others, `from` holds only the rows of groups that
 * pass it). Ties are sorted by the series values, so that the result is stable; series without a rank come last. Rows
 * with null series values never match (as in Superset) and are removed; with Others, null is a series like any other.
 */
export async function limitSeries(
  query: QueryObject,
  from: From,
  ranked: FilteredRows,
  env: Environment,
): Promise<LimitedSource> {
  const columns = seriesColumns(query)
  if (!query.series_limit || columns.length === 0) return { from, dimension: (selected) => selected }
  if (!env.dialect.supports.subqueries || !env.dialect.supports.joins) throw new ApiError('subquery-unsupported')
  const by = query.series_limit_metric ?? query.metrics?.[0]
  const rank: Expr = by ? (await selectMetric(by, env)).expr : { kind: 'aggregate', name: 'COUNT', of: '*' }
  const keepsOthers = query.group_others_when_limit_reached === true
  const mark = freeColumnName(WITHIN, env)
  const series: (SelectedExpression & { readonly inner: string })[] = []
  for (const column of columns) {
    const expr = await dimension(column, env)
    series.push({ expr, label: columnLabel(column), inner: freeColumnName(`${columnLabel(column)}__`, env) })
  }
  const ranking: From = {
    kind: 'select',
    alias: ALIAS,
    select: {
      columns: [
        ...series.map(({ expr, inner }) => ({ expr, label: inner })),
        { expr: rank, label: RANK },
        ...(keepsOthers ? [{ expr: { kind: 'literal', value: 1 } as const, label: mark }] : []),
      ],
      from: ranked.from,
      where: ranked.where,
      groupBy: series.map(({ expr }) => expr),
      having: [],
      orderBy: [
        { by: { label: RANK }, ascending: query.order_desc === false, nullsLast: true },
        ...series.map(({ inner }) => ({ by: { label: inner }, ascending: true })),
      ],
      limit: query.series_limit,
      offset: 0,
    },
  }
  const on = joinCondition(series, keepsOthers ? 'IS NOT DISTINCT FROM' : '=')
  const join = { kind: 'join', left: from, right: ranking, on } as const
  const labels = series.map(({ label }) => label)
  if (!keepsOthers) return { from: join, dimension: (selected) => selected }
  const within: Expr = { kind: 'is', of: { kind: 'column', of: ALIAS, name: mark }, what: 'NOT NULL' }
  const others: Expr = { kind: 'literal', value: OTHERS }
  return {
    from: { ...join, outer: true },
    dimension: ({ expr, label }) =>
      labels.includes(label)
        ? { expr: { kind: 'case', when: within, so: { kind: 'text', of: expr }, otherwise: others }, label }
        : { expr, label },
  }
}

/** Returns the join condition of rows and ranked series. */
function joinCondition(series: readonly (SelectedExpression & { readonly inner: string })[], op: ComparisonSign): Expr {
  const of = series.map(
    ({ expr, inner }): Expr => ({
      kind: 'compare',
      op,
      left: expr,
      right: { kind: 'column', of: ALIAS, name: inner },
    }),
  )
  return { kind: 'all', of }
}

/** Returns the columns that identify series; for a time series without any, all dimensions. */
function seriesColumns(query: QueryObject): QueryObject['columns'] & {} {
  const own = query.series_columns ?? []
  if (own.length > 0) return own
  return query.is_timeseries && query.metrics?.length ? (query.columns ?? []) : []
}

/** Returns a name that no column of the dataset has, since the join would make it ambiguous. */
export function freeColumnName(name: string, env: Environment): string {
  let candidate = name
  while (env.dataset.columns.some((column) => column.column_name.toLowerCase() === candidate.toLowerCase())) {
    candidate += '_'
  }
  return candidate
}
