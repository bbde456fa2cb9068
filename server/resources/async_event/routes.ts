import { doneResponse } from '#core/rest/response-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { channelOf } from '#server/route/channel.ts'
import type { AsyncQueries } from '#server/jobs/async-queries.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'

const readEvents: Policy = { permission: 'can_list', view: 'AsyncEventsRestApi' }

/** Events of the jobs of a session. These routes do not exist while chart data is answered synchronously. */
export const asyncEventRoutes: readonly Route[] = [
  { method: 'GET', path: '/', policy: readEvents, handler: listEvents },
  { method: 'DELETE', path: '/:jobId', policy: readEvents, responses: { 200: doneResponse }, handler: cancelJob },
]

/**
 * `GET /api/v1/async_event/?last_id=`: returns the events of the channel strictly after that one, at most a hundred.
 */
async function listEvents(request: RouteRequest): Promise<RouteResponse> {
  const { channels } = queriesOf(request)
  const channel = await channelOf(request.context, request.headers['cookie'], request.user)
  return { status: 200, json: { result: channels.read(channel, request.query['last_id'] || undefined) } }
}

/** `DELETE /api/v1/async_event/{job_id}`: cancels a job and stops its query. */
async function cancelJob(request: RouteRequest): Promise<RouteResponse> {
  const queries = queriesOf(request)
  const channel = await channelOf(request.context, request.headers['cookie'], request.user)
  if (!(await queries.cancel(channel, request.params['jobId'] ?? ''))) throw new ApiError('not-found')
  return jsonResponse(doneResponse, { message: 'OK' })
}

function queriesOf({ context }: RouteRequest): AsyncQueries {
  if (!context.asyncQueries) throw new ApiError('flag-off', { args: ['GLOBAL_ASYNC_QUERIES'] })
  return context.asyncQueries
}
