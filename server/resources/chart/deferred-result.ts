import type { QueryContext } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { loadDataset } from '#server/dataset/load-dataset.ts'
import { channelOf } from '#server/route/channel.ts'
import type { AsyncQueries } from '#server/jobs/async-queries.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { runQueryContext, formatOf, type ChartResponseOptions } from './data.ts'

/**
 * Answers a context directly or, if jobs answer chart data, with 202 and the job that computes what the cache does not
 * hold. Jobs compute only complete JSON responses. Callers without cookies, such as scripts with a bearer token, have
 * no channel for job events: they are answered directly.
 */
export async function resultOrJob(
  context: QueryContext,
  request: RouteRequest,
  responseOptions: ChartResponseOptions,
): Promise<RouteResponse> {
  const queries = request.context.asyncQueries
  const whole = (context.result_format ?? 'json') === 'json' && (context.result_type ?? 'full') === 'full'
  const hasCookies = (request.headers['cookie'] ?? '') !== ''
  // A job would run without the rules of a guest and the limits of a token, and in the name of the user as whom an
  // administrator views.
  const { guest, viewAs, roleLimit } = request.user
  const isJobless = guest !== undefined || viewAs !== undefined || roleLimit !== undefined
  if (!queries || !whole || !hasCookies || isJobless) return runQueryContext(context, request, responseOptions)
  return (await fromCache(context, request, responseOptions)) ?? byJob(queries, context, request, responseOptions)
}

async function fromCache(
  context: QueryContext,
  request: RouteRequest,
  responseOptions: ChartResponseOptions,
): Promise<RouteResponse | undefined> {
  try {
    return await runQueryContext(context, request, { ...responseOptions, from: 'cache' })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'cache-lost') return undefined
    throw error
  }
}

async function byJob(
  queries: AsyncQueries,
  context: QueryContext,
  request: RouteRequest,
  responseOptions: ChartResponseOptions,
): Promise<RouteResponse> {
  const channel = await channelOf(request.context, request.headers['cookie'], request.user)
  for (const { datasource, saved_chart: chart } of context.queries) {
    // The source of such a query is the chart's dataset, which is read when the query runs.
    if (chart) continue
    await loadDataset(request.context.store, request.user, datasource ?? context.datasource, ruleOptions(request))
  }
  const job = await queries.put({
    channel,
    userId: request.user.userId,
    origin: request.user.origin,
    apiToken: request.user.apiToken,
    context,
    format: formatOf(context, request),
    sliceId: responseOptions.sliceId,
    dashboardId: responseOptions.dashboardId,
  })
  if (request.signal.aborted) await queries.cancel(channel, job.job_id)
  return { status: 202, json: job }
}

/** `GET /api/v1/chart/data/{cache_key}`: returns the result of a job, if the caller may read the queried data. */
export async function getDeferredResult(request: RouteRequest): Promise<RouteResponse> {
  const answered = await request.context.asyncQueries?.answered(request.params['key'] ?? '')
  if (!answered) throw new ApiError('not-found')
  const { context, ...wanted } = answered
  return runQueryContext(context, request, { ...wanted, sliceId: wanted.sliceId, from: 'job' })
}
