import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { dimension } from './columns.ts'
import type { Environment } from './environment.ts'
import type { FilteredRows } from './security-barrier.ts'
import { freeColumnName, type LimitedSource, limitSeries } from './limit-series.ts'
import type { Expr, From, SelectedExpression } from './tree.ts'

const ALIAS = 'having_groups'
const KEY = 'having_key__'

/** The rows of a query before any series limit, and its dimensions in that form. */
export interface GroupConditions {
  readonly rows: FilteredRows
  /** The rows by which series are ranked. */
  readonly ranked: FilteredRows
  readonly having: readonly Expr[]
  readonly dimensions: readonly SelectedExpression[]
}

/** A source with limited series, and the metric filters that remain for the groups of the result. */
export interface LimitedGroups extends LimitedSource {
  readonly having: readonly Expr[]
}

/**
 * Returns the source with its series limited. If the result adds up groups (grouping sets, others, `having_columns`),
 * it is also restricted to the rows of groups that pass the metric filters. The Others group is made of the remaining
 * groups; all other limits rank series without metric filters.
 */
export async function limitGroups(
  query: QueryObject,
  { rows, ranked, having, dimensions }: GroupConditions,
  env: Environment,
): Promise<LimitedGroups> {
  const columns = having.length > 0 ? await havingColumns(query, dimensions, env) : []
  if (columns.length === 0) return { ...(await limitSeries(query, rows.from, ranked, env)), having }
  const passing = { where: rows.where, having, columns }
  if (query.group_others_when_limit_reached === true) {
    const from = restrictToGroups(rows.from, passing, env)
    const limited = await limitSeries(query, from, { from, where: ranked.where }, env)
    return { ...limited, having: [] }
  }
  const limited = await limitSeries(query, rows.from, ranked, env)
  return { ...limited, from: restrictToGroups(limited.from, passing, env), having: [] }
}

/**
 * Returns the columns of the groups that metric filters (HAVING) apply to, if these differ from the groups of the
 * result: `having_columns`, else all dimensions of a query with grouping sets or with an Others group.
 */
async function havingColumns(
  query: QueryObject,
  dimensions: readonly SelectedExpression[],
  env: Environment,
): Promise<readonly SelectedExpression[]> {
  if (query.having_columns?.length) {
    const named: SelectedExpression[] = []
    for (const column of query.having_columns) {
      named.push({ expr: await dimension(column, env), label: columnLabel(column) })
    }
    return named
  }
  const isSummed = (query.grouping_sets?.length ?? 0) > 0 || query.group_others_when_limit_reached === true
  return isSummed ? dimensions : []
}

interface PassingGroups {
  readonly where: readonly Expr[]
  readonly having: readonly Expr[]
  readonly columns: readonly SelectedExpression[]
}

/**
 * Restricts a source to the rows of the groups that pass the metric filters. Nulls form groups like any other value.
 */
function restrictToGroups(from: From, { where, having, columns }: PassingGroups, env: Environment): From {
  const keys = keysOf(columns, env)
  const groups: From = {
    kind: 'select',
    alias: ALIAS,
    select: {
      columns: keys,
      from,
      where,
      groupBy: columns.map(({ expr }) => expr),
      having,
      orderBy: [],
      limit: null,
      offset: 0,
    },
  }
  const of = keys.map(({ expr, label }): Expr => {
    const right: Expr = { kind: 'column', of: ALIAS, name: label }
    return { kind: 'compare', op: expr.kind === 'row' ? '=' : 'IS NOT DISTINCT FROM', left: expr, right }
  })
  return { kind: 'join', left: from, right: groups, on: { kind: 'all', of } }
}

/** Returns one row value if the engine can hash only these with equal nulls, else the columns themselves. */
function keysOf(columns: readonly SelectedExpression[], env: Environment): readonly SelectedExpression[] {
  if (env.dialect.supports.rowKeys) {
    return [{ expr: { kind: 'row', of: columns.map(({ expr }) => expr) }, label: freeColumnName(KEY, env) }]
  }
  return columns.map(({ expr }, at) => ({ expr, label: freeColumnName(`${KEY}${at}`, env) }))
}
