import { updatedQueriesResponse } from '#core/rest/query-shapes.ts'
import { okResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { printFields } from '#core/rest/read-error.ts'
import { ownQueries, stopQuery } from '#server/resources/shared/own-queries.ts'
import { presentQueries } from '#server/resources/shared/query-state.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

const policy = { permission: 'can_read', view: 'Query' } as const
const since = z.looseObject({ last_updated_ms: z.number() })
const stopBody = z.object({ client_id: z.string() })

/** Routes for the caller's own queries in SQL Lab: changes since a time, and stop. */
export const ownQueryRoutes: readonly Route[] = [
  { method: 'GET', path: '/updated_since', policy, responses: { 200: updatedQueriesResponse }, handler: updatedSince },
  { method: 'POST', path: '/stop', policy, body: stopBody, responses: { 200: okResponse }, handler: stopUserQuery },
]

/**
 * `GET /updated_since?q=(last_updated_ms:N)`: returns the caller's own queries changed at or after that time, oldest
 * first.
 */
async function updatedSince(request: RouteRequest): Promise<RouteResponse> {
  const read = readBody(since, request.q)
  if ('errors' in read) throw new ApiError('q-schema', { args: [printFields(read.errors)] })
  const rows = await ownQueries(request, { col: 'changed_on', op: 'gte', value: read.ok.last_updated_ms })
  return { status: 200, json: { result: await presentQueries(request, rows) } }
}

/** `POST /stop`: stops a query of the caller; a query that has already ended is not an error. */
async function stopUserQuery(request: RouteRequest): Promise<RouteResponse> {
  const read = readBody(stopBody, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  await stopQuery(request, read.ok.client_id)
  return jsonResponse(okResponse, { result: 'OK' })
}
