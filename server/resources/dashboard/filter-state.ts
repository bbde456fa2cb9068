import { doneResponse, keyResponse, stateResponse } from '#core/rest/response-shapes.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import {
  createState,
  readState,
  removeState,
  type TemporaryStateType,
  updateState,
} from '#server/resources/shared/temporary-state.ts'
import { findDashboard } from './find-dashboard.ts'

const kind: TemporaryStateType = { resource: 'filter_state', field: 'value', days: 90 }

/** Stores the filter state of a dashboard under a key, which keeps URLs short. */
export function filterStateRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  const policy = { permission: 'can_read', view }
  const of =
    (handler: (kind: TemporaryStateType, request: RouteRequest, about: string) => Promise<RouteResponse>) =>
    async (request: RouteRequest): Promise<RouteResponse> => {
      const dashboard = await findDashboard(resource(), request)
      return handler(kind, request, `dashboard ${dashboard.id}`)
    }
  const path = '/:id/filter_state/:key'
  return [
    { method: 'POST', path: '/:id/filter_state', policy, responses: { 201: keyResponse }, handler: of(createState) },
    { method: 'GET', path, policy, responses: { 200: stateResponse }, handler: of(readState) },
    { method: 'PUT', path, policy, responses: { 200: keyResponse }, handler: of(updateState) },
    { method: 'DELETE', path, policy, responses: { 200: doneResponse }, handler: of(removeState) },
  ]
}
