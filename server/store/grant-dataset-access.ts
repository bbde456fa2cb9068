import { isAdmin, PUBLIC_ROLE } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { datasetAccess, editAccess } from '#core/access/rules.ts'
import type { DashboardGrantDraft } from '#core/entity/dashboard-grant.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { Grant } from '#core/entity/grant.ts'
import { UniqueViolation } from './errors.ts'
import type { Store } from './store.ts'

/**
 * Grants the readers of saved dashboards access to those datasets that `user` may read by their own permissions; to all
 * of them if the product itself saves. Only dashboards with roles or grants that the user may write count; of those open
 * to the role Public, only administrators do. Grants removed by an administrator are not added again, and access received
 * through a role is not passed on.
 */
export async function grantDatasetAccess(
  store: Store,
  user: CurrentUser | undefined,
  dashboardIds: readonly number[],
): Promise<void> {
  if (dashboardIds.length === 0) return
  const among = { col: 'id', op: 'in' as const, value: dashboardIds }
  const mine = await store.dashboards.list({
    where: { and: [among, user === undefined || editAccess(user, 'Dashboard')] },
  })
  const missing = await store.dashboardGrants.missing({ dashboards: mine.ids, limit: Number.MAX_SAFE_INTEGER })
  const active = missing.filter(({ revoked_on }) => revoked_on === null)
  if (active.length === 0) return
  const open = user === undefined || isAdmin(user) ? new Set() : await publicDashboards(store, mine.rows)
  const fresh = active.filter(({ dashboard_id }) => !open.has(dashboard_id))
  if (fresh.length === 0) return
  const ids = [...new Set(fresh.map(({ dataset_id }) => dataset_id))]
  const access = user === undefined || datasetAccess(user)
  const readable = await store.datasets.list({ where: { and: [{ col: 'id', op: 'in', value: ids }, access] } })
  for (const { dashboard_id, dataset_id } of fresh) {
    if (!readable.ids.includes(dataset_id)) continue
    await addGrant(store, { dashboard_id, dataset_id }, user?.userId ?? null)
  }
}

/** Returns the ids of the dashboards that the role Public opens: as one of their roles, or by grants on them or a folder. */
async function publicDashboards(store: Store, dashboards: readonly Dashboard[]): Promise<ReadonlySet<number>> {
  const role = await store.roles.byName(PUBLIC_ROLE)
  if (!role) return new Set()
  const { rows: grants } = await store.grants.list({ where: { col: 'role_id', op: 'eq', value: role.id } })
  const granted = new Set(grants.map(({ dashboard_id }) => dashboard_id))
  const folders = new Set<number | null>()
  for (const { folder_id } of grants)
    if (folder_id !== null) for (const id of await store.folders.below(folder_id)) folders.add(id)
  const open = dashboards.filter(
    ({ id, roles, folder_id }) =>
      roles.includes(role.id) || granted.has(id) || (folder_id !== null && folders.has(folder_id)),
  )
  return new Set(open.map(({ id }) => id))
}

/** Gives the readers of the dashboards that a grant opens access to their datasets, as when the user saves them. */
export async function grantDatasetAccessFor(store: Store, user: CurrentUser | undefined, grant: Grant): Promise<void> {
  const { dashboard_id, folder_id } = grant
  if (folder_id === null) return grantDatasetAccess(store, user, dashboard_id === null ? [] : [dashboard_id])
  const where = { col: 'folder_id', op: 'in' as const, value: await store.folders.below(folder_id) }
  return grantDatasetAccess(store, user, (await store.dashboards.list({ where })).ids)
}

/** A concurrent save may have created it already. */
async function addGrant(store: Store, draft: DashboardGrantDraft, actor: number | null): Promise<void> {
  try {
    await store.dashboardGrants.create(draft, actor)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
  }
}
