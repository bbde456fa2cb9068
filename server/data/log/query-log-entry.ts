import type { QueryRecord } from '#core/entity/query-record.ts'
import type { ChartDataRequest } from '#server/data/plan/query-request.ts'
import type { ChartDataOptions } from '#server/data/dependencies.ts'

/** Adds a query to the query log. A query run by a job was logged by the job. */
export function logQuery(
  options: ChartDataOptions,
  dataRequest: ChartDataRequest,
  began: number,
  details: Partial<QueryRecord>,
): void {
  if (!options.queryLog || dataRequest.from === 'job') return
  const duration = Math.round(performance.now() - began)
  options.queryLog.record({ ...recordOf(options, dataRequest), duration, ...details })
}

/** Returns the log fields of a query that do not depend on its outcome. */
export function recordOf({ now }: Pick<ChartDataOptions, 'now'>, dataRequest: ChartDataRequest): QueryRecord {
  const { context, index, user, chartId = null, dashboardId = null } = dataRequest
  return {
    at: now(),
    user_id: user.userId,
    viewed_by: user.viewAs?.administrator.id ?? null,
    dataset_id: (context.queries[index]?.datasource ?? context.datasource).id,
    chart_id: chartId,
    dashboard_id: dashboardId,
    duration: 0,
    data_age: null,
    row_count: null,
    cached: false,
    error: null,
  }
}
