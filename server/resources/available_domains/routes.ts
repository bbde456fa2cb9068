import { domainsResponse } from '#core/rest/response-shapes.ts'
import { type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

/** Returns the hosts of the product: only the one the caller used; other hosts are not revealed. */
const domains = ({ origin }: RouteRequest): readonly string[] => [new URL(origin).host]

const policy = { permission: 'can_read', view: 'AvailableDomains' } as const

export const availableDomainRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    policy,
    responses: { 200: domainsResponse },
    handler: async (request) => jsonResponse(domainsResponse, { result: { domains: domains(request) } }),
  },
]

/** The former URL, whose response is the bare list. */
export const availableDomainsRoute: Route = {
  method: 'GET',
  path: '/superset/available_domains',
  policy: { permission: 'can_available_domains', view: 'Superset' },
  handler: async (request) => ({ status: 200, json: domains(request) }),
}
