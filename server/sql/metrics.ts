import { metricLabel, type QueryMetric } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isZonedType } from '#core/time/instant-columns.ts'
import { columnExpr, datasetColumn, inZone, listText } from './columns.ts'
import type { Environment } from './environment.ts'
import type { AggregateName, Expr, SelectedExpression } from './tree.ts'

const AGGREGATES: readonly string[] = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM']

/** Returns a metric of a query with its label in the result. */
export async function selectMetric(requestedMetric: QueryMetric, env: Environment): Promise<SelectedExpression> {
  return { expr: await metricExpr(requestedMetric, env), label: metricLabel(requestedMetric) }
}

async function metricExpr(requestedMetric: QueryMetric, env: Environment): Promise<Expr> {
  if (typeof requestedMetric === 'string') return savedMetricExpr(requestedMetric, env)
  if (!requestedMetric.expressionType) return savedMetricExpr(requestedMetric.label, env)
  if (requestedMetric.expressionType === 'SQL') {
    if (!requestedMetric.sqlExpression?.trim()) throw new ApiError('metric-sql')
    return {
      kind: 'fragment',
      fragment: await env.guard.expression(requestedMetric.sqlExpression, metricLabel(requestedMetric)),
    }
  }
  if (requestedMetric.expressionType !== 'SIMPLE') throw new ApiError('metric-type')
  const name = requestedMetric.aggregate ?? ''
  if (!AGGREGATES.includes(name) || !requestedMetric.column?.column_name) throw new ApiError('metric-aggregate')
  const column = datasetColumn(env.dataset, requestedMetric.column.column_name)
  if (!column) throw new ApiError('columns-unknown', { args: [listText([requestedMetric.column.column_name])] })
  const aggregate: Expr = { kind: 'aggregate', name: name as AggregateName, of: await columnExpr(column, env) }
  // The minimum and maximum of instants are instants too.
  return isZonedType(column.type) && /^(MIN|MAX)$/.test(name) ? inZone(aggregate, env) : aggregate
}

async function savedMetricExpr(name: string, env: Environment): Promise<Expr> {
  const found = savedMetric(name, env)
  if (!found) throw new ApiError('metric-unknown', { args: [name] })
  return { kind: 'fragment', fragment: await env.guard.expression(found.expression, name) }
}

export function savedMetric(name: string, env: Environment): Environment['dataset']['metrics'][number] | undefined {
  return env.dataset.metrics.find((each) => each.metric_name === name)
}
