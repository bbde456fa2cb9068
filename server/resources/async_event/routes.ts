import { doneAnswer } from '#core/rest/answer-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { channelOf } from '#server/route/channel.ts'
import type { AsyncQueries } from '#server/jobs/async-queries.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'

const readEvents: Policy = { permission: 'can_list', view: 'AsyncEventsRestApi' }

/** Events of the jobs of a session. These routes do not exist while chart data is answered synchronously. */
export const asyncEventRoutes: readonly Route[] = [
  { method: 'GET', path: '/', policy: readEvents, handler: listEvents },
  { method: 'DELETE', path: '/:jobId', policy: readEvents, answers: { 200: doneAnswer }, handler: cancelJob },
]

/**
 * `GET /api/v1/async_event/?last_id=`: returns the events of the channel strictly after that one, at most a hundred.
 */
async function listEvents(asked: RouteRequest): Promise<RouteResponse> {
  const { channels } = queriesOf(asked)
  const channel = await channelOf(asked.context, asked.headers['cookie'], asked.user)
  return { status: 200, json: { result: channels.read(channel, asked.query['last_id'] || undefined) } }
}

/** `DELETE /api/v1/async_event/{job_id}`: cancels a job and stops its query. */
async function cancelJob(asked: RouteRequest): Promise<RouteResponse> {
  const queries = queriesOf(asked)
  const channel = await channelOf(asked.context, asked.headers['cookie'], asked.user)
  if (!(await queries.cancel(channel, asked.params['jobId'] ?? ''))) throw new ApiError('not-found')
  return jsonResponse(doneAnswer, { message: 'OK' })
}

function queriesOf({ context }: RouteRequest): AsyncQueries {
  if (!context.asyncQueries) throw new ApiError('flag-off', { args: ['GLOBAL_ASYNC_QUERIES'] })
  return context.asyncQueries
}
