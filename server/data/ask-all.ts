import type { CurrentUser } from '#core/access/current-user.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { Store } from '#server/store/store.ts'
import { anySignal } from './any-signal.ts'
import type { Format } from '#server/files/lay-out.ts'
import type { ChartDataRequest } from './plan/query-request.ts'
import type { Result } from './result/present.ts'
import type { ChartDataService } from './chart-data-service.ts'
import type { Priority } from './scheduler.ts'

/** A context put to the road, and for whom. */
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
 * Answers all questions of a context, in order. The first that fails fails the whole: then the others are of no use
 * and are stopped.
 */
export async function askAll(
  { chartData, store }: { chartData: ChartDataService; store: Store },
  dataRequest: ContextRequest,
): Promise<Result[]> {
  const { context, sliceId, dashboardId, ...rest } = dataRequest
  const failed = new AbortController()
  // A question alone has no others to stop, and joining signals takes longer than finding a kept answer.
  const isAlone = dataRequest.context.queries.length < 2
  const signal = isAlone ? dataRequest.signal : anySignal(dataRequest.signal, failed.signal)
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
