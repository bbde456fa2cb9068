import type { QueryRecord } from '#core/entity/query-record.ts'
import type { Asking } from '#server/data/plan/parcel.ts'
import type { RoadOptions } from '#server/data/works.ts'

/** Notes a question in the query log. What a job made was noted when it made it. */
export function note(options: RoadOptions, asking: Asking, began: number, facts: Partial<QueryRecord>): void {
  if (!options.queryLog || asking.from === 'job') return
  const duration = Math.round(performance.now() - began)
  options.queryLog.record({ ...recordOf(options, asking), duration, ...facts })
}

/** What is noted of a question whatever becomes of it. */
export function recordOf({ now }: Pick<RoadOptions, 'now'>, asking: Asking): QueryRecord {
  const { context, index, user, chartId = null, dashboardId = null } = asking
  return {
    at: now(),
    user_id: user.userId,
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
