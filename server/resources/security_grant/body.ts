import { hasPermission, isAdmin, PUBLIC_ROLE } from '#core/access/ability.ts'
import { datasetAccess } from '#core/access/rules.ts'
import { type Grant, type GrantDraft, grantKey } from '#core/entity/grant.ts'
import { type GrantLevel, includesLevel } from '#core/rest/grant-level.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type GrantCreate, grantCreate } from '#core/rest/grant.ts'
import { parseRequestBody } from '#server/resources/shared/request-body.ts'
import { folderCaller } from '#server/resources/shared/rule-options.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { requireFolderLevel } from '#server/security/folder-rights.ts'
import { UniqueViolation } from '#server/store/errors.ts'
import { grantDatasetAccessFor } from '#server/store/grant-dataset-access.ts'
import type { Store } from '#server/store/store.ts'
import { requireManager, visibleGroups, visibleRoles } from './objects.ts'

/** Creates the grant of a body. The caller must manage the object and may name the subject. */
export async function createAccessGrant(request: RouteRequest): Promise<Grant> {
  const body = parseRequestBody(grantCreate, request) as GrantCreate
  const { dashboard, dataset, database, folder, schema, user, group, role, level } = body
  if ([dashboard, dataset, database, folder].filter((id) => id !== undefined).length !== 1 || (schema && !database))
    throw new ApiError('grant-object')
  if ([user, group, role].filter((id) => id !== undefined).length !== 1) throw new ApiError('grant-subject')
  const object = {
    ...(dashboard === undefined ? {} : { dashboard_id: dashboard }),
    ...(dataset === undefined ? {} : { dataset_id: dataset }),
    ...(folder === undefined ? {} : { folder_id: folder }),
    ...(database === undefined ? {} : { database_id: database, schema: schema ?? null }),
  }
  await requireManager(request, object)
  if (dashboard !== undefined) await requireOwnAccess(request, dashboard)
  const draft = { ...object, ...(await subjectOf(body, request)), level }
  return addGrant(request, draft)
}

/** Stores a grant, and for a dashboard the datasets that its readers may read. Throws `grant-exists`. */
export async function addGrant(request: RouteRequest, draft: GrantDraft): Promise<Grant> {
  const { context, user } = request
  try {
    return await context.store.transaction(async (tx) => {
      await requireLockedLevel(request, tx, draft.folder_id ?? null, draft.level)
      const row = await tx.grants.create(draft, user.userId)
      await grantDatasetAccessFor(tx, user, row)
      return row
    })
  } catch (error) {
    if (error instanceof UniqueViolation) throw new ApiError('grant-exists', { args: [grantKey(draft)] })
    throw error
  }
}

/** Checks a grant on a folder with moves of folders locked out: a concurrent one could add to what it opens. */
async function requireLockedLevel(
  request: RouteRequest,
  tx: Store,
  folder: number | null,
  level: GrantLevel,
): Promise<void> {
  if (folder === null) return
  await tx.folders.lock()
  await requireFolderLevel({ ...folderCaller(request), store: tx }, folder, level)
}

async function subjectOf(
  { user, group, role, dashboard }: GrantCreate,
  request: RouteRequest,
): Promise<Pick<GrantDraft, 'user_id' | 'group_id' | 'role_id'>> {
  const { store } = request.context
  const is = (value: number) => ({ col: 'id', op: 'eq' as const, value })
  if (user !== undefined) {
    if (!(await store.users.get(user))) rejectField('user', 'User does not exist')
    return { user_id: user }
  }
  if (group !== undefined) {
    if (!(await store.groups.find({ and: [is(group), visibleGroups(request)] })))
      rejectField('group', 'Group does not exist')
    return { group_id: group }
  }
  const gives = hasPermission(request.user, 'can_write', dashboard === undefined ? 'Dataset' : 'Dashboard')
  const found = await store.roles.find({ and: [is(role ?? 0), visibleRoles(request, gives)] })
  if (!found) rejectField('role', 'Role does not exist')
  if (found?.name === PUBLIC_ROLE && !isAdmin(request.user)) throw new ApiError('grant-public')
  return { role_id: role ?? 0 }
}

function rejectField(field: string, text: string): void {
  throw new ApiError('fields-refused', { fields: { [field]: [text] } })
}

/** Rejects a grant on a dashboard that opens datasets which the caller may not read by their own permissions. */
export async function requireOwnAccess({ context: { store }, user }: RouteRequest, dashboard: number): Promise<void> {
  const { rows } = await store.dashboardGrants.list({ where: { col: 'dashboard_id', op: 'eq', value: dashboard } })
  const among = { col: 'id', op: 'in' as const, value: rows.map(({ dataset_id }) => dataset_id) }
  if ((await store.datasets.count({ and: [among, { not: datasetAccess(user) }] })) > 0)
    throw new ApiError('roles-closed')
}

/** Rejects a higher level by a caller who may not create the grant. */
export async function requireRaise(request: RouteRequest, row: Grant): Promise<void> {
  if (isAdmin(request.user)) return
  const role = row.role_id === null ? undefined : await request.context.store.roles.get(row.role_id)
  if (role?.name === PUBLIC_ROLE) throw new ApiError('grant-public')
  if (row.dashboard_id !== null) await requireOwnAccess(request, row.dashboard_id)
}

/** Changes the level of a grant; a higher one on a folder is checked like a new grant. `ifVersion` is the version that the caller has seen. */
export async function changeLevel(
  request: RouteRequest,
  row: Grant,
  level: GrantLevel,
  ifVersion: number | undefined,
): Promise<Grant> {
  const { context, user } = request
  return context.store.transaction(async (tx) => {
    if (!includesLevel(row.level, level)) await requireLockedLevel(request, tx, row.folder_id, level)
    return tx.grants.update(row.id, { level }, user.userId, ifVersion === undefined ? {} : { ifVersion })
  })
}
