import { isAdmin } from '#core/access/ability.ts'
import type { DashboardGrant } from '#core/entity/dashboard-grant.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { MissingGrantResponse, RoleAccessResponse } from '#core/rest/responses.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { roleAccessChanges } from '#server/security/role-access-changes.ts'
import { loadUsers, userReferenceOf } from '#server/resources/shared/users-by-id.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { printAgo } from '#server/resources/print-instant.ts'

interface Pair {
  readonly dashboard_id: number
  readonly dataset_id: number
}

/** Loads the names of the dashboards and datasets of pairs, by id. */
async function loadNames(pairs: readonly Pair[], { context: { store } }: RouteRequest) {
  const among = (ids: readonly number[]) => ({ where: { col: 'id', op: 'in', value: [...new Set(ids)] } }) as const
  const dashboards = (await store.dashboards.list(among(pairs.map(({ dashboard_id }) => dashboard_id)))).rows
  const datasets = (await store.datasets.list(among(pairs.map(({ dataset_id }) => dataset_id)))).rows
  const roles = (await store.roles.list(among(dashboards.flatMap((each) => each.roles)))).rows
  const named = dashboards.map(({ id, dashboard_title, published, roles: of }) => ({
    id,
    dashboard_title,
    published,
    roles: roles.filter((role) => of.includes(role.id)).map((role) => ({ id: role.id, name: role.name })),
  }))
  const tables = datasets.map(({ id, schema, table_name }) => ({ id, schema, table_name }))
  return {
    dashboards: new Map(named.map((each) => [each.id, each])),
    datasets: new Map(tables.map((each) => [each.id, each])),
  }
}

/** Returns grants with the names of their dashboard and dataset; null for deleted ones. */
export async function presentGrants(
  grants: readonly DashboardGrant[],
  request: RouteRequest,
): Promise<readonly Record<string, unknown>[]> {
  const { store, now } = request.context
  const usersById = await loadUsers(store, grants)
  const names = await loadNames(grants, request)
  return grants.map((grant) => ({
    ...presentAuditFields(grant, usersById, now()),
    dashboard: names.dashboards.get(grant.dashboard_id) ?? null,
    dataset: names.datasets.get(grant.dataset_id) ?? null,
    note: grant.note,
    version: grant.version,
  }))
}

/** `GET /missing`: returns by name the datasets that dashboards with roles show and their roles may not read. */
export async function missingGrants(request: RouteRequest): Promise<RouteResponse> {
  const missing = await request.context.store.dashboardGrants.missing()
  const names = await loadNames(missing, request)
  const now = request.context.now()
  const usersById = await loadUsers(
    request.context.store,
    missing.map(({ revoked_by_fk }) => ({ created_by_fk: revoked_by_fk, changed_by_fk: null })),
  )
  const result = missing.flatMap(({ dashboard_id, dataset_id, revoked_on, revoked_by_fk }): MissingGrantResponse[] => {
    const dashboard = names.dashboards.get(dashboard_id)
    const dataset = names.datasets.get(dataset_id)
    if (!dashboard || !dataset) return []
    const by = userReferenceOf(usersById, revoked_by_fk)
    const revoked = revoked_on === null ? null : { on_delta_humanized: printAgo(revoked_on, now), by }
    return [{ dashboard, dataset, revoked }]
  })
  return { status: 200, json: { count: result.length, result } }
}

/**
 * `GET /by_role`: returns whether DASHBOARD_RBAC is on; if it is off, also what it would change. The names are of objects
 * of all users, therefore only administrators read them.
 */
export async function accessByRole({ context: { store, config }, user }: RouteRequest): Promise<RouteResponse> {
  if (!isAdmin(user)) throw new ApiError('forbidden')
  const isOn = config.flags.DASHBOARD_RBAC
  const changes = isOn ? { is_truncated: false, result: [], restricted: [] } : await roleAccessChanges(store)
  const json: RoleAccessResponse = { is_on: isOn, ...changes }
  return { status: 200, json }
}
