import { hasPermission, isAdmin, isOwner } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import { datasetAccess, savedOrOwnCondition } from '#core/access/rules.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { Grant } from '#core/entity/grant.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { folderCaller, ruleOptions } from '#server/resources/shared/rule-options.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { requireManagedFolder } from '#server/security/folder-rights.ts'

const idEquals = (id: number): Condition => ({ col: 'id', op: 'eq', value: id })

/** Returns a dashboard whose grants the caller may manage: 404 if they cannot see it, 403 if they do not own it. */
export async function managedDashboard(request: RouteRequest, id: number): Promise<Dashboard> {
  const { context, user } = request
  const rule = isAdmin(user) || allowedRows(user, 'read', 'Dashboard', ruleOptions(request))
  const row = await context.store.dashboards.find({ and: [idEquals(id), rule] })
  if (!row) throw new ApiError('not-found')
  if (!isAdmin(user) && !isOwner(user, row)) throw new ApiError('forbidden')
  return row
}

/** Returns a dataset whose grants the caller may manage: 404 if they cannot read it, 403 if they do not own it. */
export async function managedDataset(request: RouteRequest, id: number): Promise<Dataset> {
  const { context, user } = request
  const rule = isAdmin(user) ? savedOrOwnCondition(user) : datasetAccess(user, ruleOptions(request))
  const readable = await context.store.datasets.count({ and: [idEquals(id), rule] })
  const row = readable > 0 ? await context.store.datasets.get(id) : undefined
  if (!row) throw new ApiError('not-found')
  if (!isAdmin(user) && !isOwner(user, row)) throw new ApiError('forbidden')
  return row
}

/** The object of a grant. */
export interface GrantObject {
  readonly dashboard_id?: number | null
  readonly dataset_id?: number | null
  readonly database_id?: number | null
  readonly folder_id?: number | null
}

/** Requires that the caller may manage the grants of an object; those of databases are for administrators. */
export async function requireManager(request: RouteRequest, object: GrantObject): Promise<void> {
  if (object.dashboard_id) await managedDashboard(request, object.dashboard_id)
  else if (object.dataset_id) await managedDataset(request, object.dataset_id)
  else if (object.folder_id) await requireManagedFolder(folderCaller(request), object.folder_id)
  else {
    if (!isAdmin(request.user)) throw new ApiError('forbidden')
    if (!(await request.context.store.databases.get(object.database_id ?? 0))) throw new ApiError('not-found')
  }
}

/**
 * Returns the condition for groups that the caller may name: administrators all of them, others their own ones. A caller
 * who is limited to a role has no groups: they belong to the user.
 */
export function visibleGroups({ user }: RouteRequest): Condition {
  if (isAdmin(user)) return true
  return user.userId === null || user.roleLimit ? false : { some: 'users', where: idEquals(user.userId) }
}

/** Returns the condition for roles that the caller may name: users who may assign roles all of them. */
export function visibleRoles({ user }: RouteRequest, gives: boolean): Condition {
  return isAdmin(user) || gives || { col: 'id', op: 'in', value: user.roleIds }
}

/** The user, group or role of a grant. */
export type SubjectColumns = Pick<Grant, 'user_id' | 'group_id' | 'role_id'>

/** Returns a function that is true for subjects of these grants that the caller may name. */
export async function nameableSubjects(
  request: RouteRequest,
  grants: readonly Grant[],
): Promise<(subject: SubjectColumns) => boolean> {
  const { store } = request.context
  const among = (column: keyof SubjectColumns) => {
    const value = [...new Set(grants.flatMap((grant) => grant[column] ?? []))]
    return { col: 'id', op: 'in', value } as const
  }
  const isOnDashboard = grants.some(({ dashboard_id }) => dashboard_id !== null)
  const canAssign = hasPermission(request.user, 'can_write', isOnDashboard ? 'Dashboard' : 'Dataset')
  const users = await store.users.list({ where: among('user_id') })
  const groups = await store.groups.list({ where: { and: [among('group_id'), visibleGroups(request)] } })
  const roles = await store.roles.list({ where: { and: [among('role_id'), visibleRoles(request, canAssign)] } })
  return ({ user_id, group_id, role_id }) => {
    if (user_id !== null) return users.ids.includes(user_id)
    return group_id === null ? roles.ids.includes(role_id ?? 0) : groups.ids.includes(group_id)
  }
}
