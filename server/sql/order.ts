import {
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryMetric,
  type QueryObject,
} from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { datasetColumn, timestampExpr } from './columns.ts'
import type { Environment } from './environment.ts'
import { selectMetric, savedMetric } from './metrics.ts'
import type { OrderBy, SelectedExpression } from './tree.ts'

type Key = QueryColumn | QueryMetric

/** True if ordering by this key requires grouping. */
export function isMetric(key: Key, env: Environment): boolean {
  if (typeof key === 'string') return savedMetric(key, env) !== undefined && !datasetColumn(env.dataset, key)
  return 'expressionType' in key && 'aggregate' in key ? true : !('sqlExpression' in key) || isSqlMetric(key)
}

/** An ad hoc column and a SQL metric look alike; only a metric has its own keys. */
function isSqlMetric(key: Key): boolean {
  return typeof key === 'object' && ('optionName' in key || 'hasCustomLabel' in key)
}

/**
 * Returns the order of a query. Selected columns are referenced by label, others by expression. A name shared by a
 * metric and a column means the metric only in grouped queries.
 */
export async function orderKeys(
  query: QueryObject,
  selected: readonly SelectedExpression[],
  grouped: boolean,
  env: Environment,
): Promise<OrderBy[]> {
  const keys: OrderBy[] = []
  for (const item of query.orderby ?? []) {
    const key = item?.[0]
    if (!key) throw new ApiError('orderby-empty')
    keys.push({ by: await orderKey(key, selected, grouped, env), ascending: item[1] })
  }
  return keys
}

async function orderKey(
  key: Key,
  selected: readonly SelectedExpression[],
  grouped: boolean,
  env: Environment,
): Promise<OrderBy['by']> {
  const label = labelOf(key)
  if (selected.some((each) => each.label === label)) return { label }
  if (typeof key !== 'string') {
    if (isMetric(key, env)) return (await selectMetric(key, env)).expr
    const sql = (key as { sqlExpression: string }).sqlExpression
    return { kind: 'fragment', fragment: await env.guard.expression(sql, label) }
  }
  if (grouped && savedMetric(key, env)) return (await selectMetric(key, env)).expr
  const column = datasetColumn(env.dataset, key)
  if (column) return timestampExpr(column, env)
  throw new ApiError('orderby-unknown', { args: [key] })
}

function labelOf(key: Key): string {
  if (typeof key === 'string') return key
  return 'aggregate' in key || !('sqlExpression' in key) ? metricLabel(key) : columnLabel(key as QueryColumn)
}
