import type { CurrentUser } from '#core/access/current-user.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { Store } from '#server/store/store.ts'
import { anySignal } from './any-signal.ts'
import type { Format } from '#server/files/encode-table.ts'
import type { ChartDataRequest } from './plan/query-request.ts'
import type { Result } from './result/result-entry.ts'
import type { ChartDataService } from './chart-data-service.ts'
import type { Priority } from './scheduler.ts'

/** A query context and its caller. */
export interface ContextRequest extends Pick<ChartDataRequest, 'at' | 'from' | 'keep'> {
  readonly context: QueryContext
  readonly user: CurrentUser
  readonly format: Format
  readonly priority: Priority
  readonly signal: AbortSignal
  readonly sliceId: number | undefined
  readonly dashboardId: number | undefined
}

/**
 * Returns the results of all queries of a context, in order. The first error rejects the request and aborts the other
 * queries.
 */
export async function runAllQueries(
  { chartData, store }: { chartData: ChartDataService; store: Store },
  dataRequest: ContextRequest,
): Promise<Result[]> {
  const { context, sliceId, dashboardId, ...rest } = dataRequest
  const failed = new AbortController()
  // A single query has no others to abort, and combining signals takes longer than finding a cached result.
  const isSingle = dataRequest.context.queries.length < 2
  const signal = isSingle ? dataRequest.signal : anySignal(dataRequest.signal, failed.signal)
  const chart = sliceId === undefined ? undefined : await store.charts.get(sliceId)
  const dashboard = dashboardId === undefined ? undefined : await store.dashboards.get(dashboardId)
  try {
    return await Promise.all(
      context.queries.map((_, index) =>
        chartData.ask({
          ...rest,
          context,
          index,
          signal,
          ...(chart ? { chartTimeout: chart.cache_timeout, chartId: chart.id } : {}),
          ...(dashboardId === undefined ? {} : { dashboardId }),
          ...(dashboard ? { calendar: dashboard.json_metadata } : {}),
        }),
      ),
    )
  } catch (error) {
    failed.abort(error)
    throw error
  }
}
