import type { Dashboard } from '#core/entity/dashboard.ts'
import { findAllowedRow, keyOf } from '#server/resources/resource-handlers.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { AnyResource } from '#server/resources/resource.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the id of the dashboard with a uuid or a slug. */
export async function resolveDashboard(key: string, { context }: RouteRequest): Promise<number | undefined> {
  const { dashboards } = context.store
  const found = UUID.test(key)
    ? await dashboards.getByUuid(key.toLowerCase())
    : await dashboards.find({ col: 'slug', op: 'eq', value: key })
  return found?.id
}

/** Returns the dashboard of the URL, if the caller may open it. */
export async function findDashboard(resource: AnyResource, request: RouteRequest): Promise<Dashboard> {
  return findAllowedRow(resource, request, await keyOf(resource, request), 'read')
}
