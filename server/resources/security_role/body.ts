import { foldText } from '#core/access/fold-text.ts'
import { parseSchemaView } from '#core/access/object-view.ts'
import { isAdmin } from '#core/access/ability.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import { type PermissionPair, type Role, type RoleBody, type RoleDraft, roleEntity } from '#core/entity/role.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'
import { lockAdminRoles } from '#server/security/administrators.ts'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import type { Store } from '#server/store/store.ts'
import { permissionPairs } from '#server/store/catalogue.ts'
import { objectPairs } from './object-permissions.ts'

const keyOfPair = ([permission, view]: PermissionPair) => JSON.stringify([permission, view])

/**
 * Throws `permission-unknown` for a pair that is neither a permission of the product, nor stored, nor on an existing
 * database or dataset. A permission on a schema may name one that does not exist yet: roles may be set up before
 * databases, and the list of permissions has only schemas with datasets.
 */
async function requireKnownPairs(store: Store, pairs: readonly PermissionPair[]): Promise<void> {
  const inProduct = new Set(permissionPairs.map(keyOfPair))
  const others = pairs.filter((pair) => !inProduct.has(keyOfPair(pair)) && !isOnSchema(pair))
  if (others.length === 0) return
  const stored = (await store.roles.storedPairs()).map(({ permission, view }) => keyOfPair([permission, view]))
  const objects = (await objectPairs(store)).map(({ permission, view }) => keyOfPair([permission, view]))
  const known = new Set([...stored, ...objects])
  const unknown = others.find((pair) => !known.has(keyOfPair(pair)))
  if (unknown) throw new ApiError('permission-unknown', { args: [...unknown] })
}

/** True for a permission on a schema, `[database].[schema]`; a name without characters is of none. */
function isOnSchema([permission, view]: PermissionPair): boolean {
  const names = permission === 'schema_access' ? parseSchemaView(view) : undefined
  return names !== undefined && names.database.trim() !== '' && names.schema.trim() !== ''
}

/** Rejects callers who are not administrators: roles decide what administrators may do. */
export function requireRoleAdmin({ user }: RouteRequest): void {
  if (!isAdmin(user)) throw new ApiError('forbidden')
}

/** True if a role name, in any case, is that of a built-in role. */
export function isBuiltInName(name: string): boolean {
  return builtInRoles.some((role) => foldText(role.name) === foldText(name))
}

/** Throws `role-built-in` if the role is built in. */
export function requireCustomRole({ name }: Pick<Role, 'name'>): void {
  if (isBuiltInName(name)) throw new ApiError('role-built-in', { args: [name] })
}

/**
 * Throws `role-has-rules` if row-level security rules or column masks name one of the roles: without it, its users could see
 * more.
 */
export async function requireNoRules(roles: readonly Role[], { context: { store } }: RouteRequest): Promise<void> {
  for (const { id, name } of roles) {
    const named = await store.rowRules.count({ some: 'roles', where: { col: 'id', op: 'eq', value: id } })
    const rules = named + (await store.columnMasks.countOfRole(id))
    if (rules > 0) throw new ApiError('role-has-rules', { args: [name, rules] })
    // Without its last role, a dashboard would be open to all.
    const dashboards = await store.dashboards.count({ some: 'roles', where: { col: 'id', op: 'eq', value: id } })
    if (dashboards > 0) throw new ApiError('role-has-dashboards', { args: [name, dashboards] })
  }
}

/** Parses a role: its shape, its name and its permissions. */
export async function parseRole(body: unknown, request: RouteRequest, row?: Role): Promise<Parsed<RoleBody>> {
  requireRoleAdmin(request)
  if (row) requireCustomRole(row)
  const read = parseEntityBody(roleEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const name = typeof read.ok.name === 'string' ? { name: read.ok.name.trim() } : {}
  const sent: RoleBody = { ...read.ok, ...name }
  const errors = await nameErrors(sent, request, row)
  if (Object.keys(errors).length > 0) return { errors, status: 422 }
  requireWithin('role-permissions', sent.permissions?.length ?? 0)
  await requireKnownPairs(request.context.store, sent.permissions ?? [])
  return { ok: sent }
}

async function nameErrors(
  { name }: RoleBody,
  { context: { store } }: RouteRequest,
  row: Role | undefined,
): Promise<FieldErrors> {
  if (name === undefined || name === null || name === row?.name) return {}
  if (name === '') return { name: ['Missing data for required field.'] }
  const taken = await takenName(store, name, row?.id)
  return taken ? { name: [taken.message] } : {}
}

/** Returns `role-name-taken` if another role than `except` has a name, in any case. */
async function takenName(store: Store, name: string, except: number | undefined): Promise<ApiError | undefined> {
  const { rows } = await store.roles.list({})
  const twin = rows.find((each) => each.id !== except && foldText(each.name) === foldText(name))
  // A name that is an administrator role's in another case would give the rights of administrators.
  const taken = twin?.name ?? (isBuiltInName(name) ? name : undefined)
  return taken === undefined ? undefined : new ApiError('role-name-taken', { args: [taken] })
}

/** Throws `role-name-taken` if another role has the name of a deleted role, in any case. Takes the lock of administrator roles. */
export async function requireFreeRoleName({ id, name }: Role, { context: { store } }: RouteRequest): Promise<void> {
  await requireFreeName(store, name, id)
}

/** Checks a name again in the transaction that writes it, because another one may have taken it since. */
async function requireFreeName(tx: Store, name: string, except: number | undefined): Promise<void> {
  await lockAdminRoles(tx)
  const taken = await takenName(tx, name, except)
  if (taken) throw taken
}

export function createRole(body: RoleBody, { context, user }: RouteRequest): Promise<Role> {
  return context.store.transaction(async (tx) => {
    await requireFreeName(tx, body.name ?? '', undefined)
    const role = await tx.roles.create(selectEntityFields(roleEntity, body) as RoleDraft, user.userId)
    return withPairs(tx, role, body.permissions, user.userId)
  })
}

export function updateRole(row: Role, body: RoleBody, request: RouteRequest, ifVersion?: number): Promise<Role> {
  const { context, user } = request
  return context.store.transaction(async (tx) => {
    if (typeof body.name === 'string' && body.name !== row.name) await requireFreeName(tx, body.name, row.id)
    // A request that was checked against a role which another one has changed since is rejected.
    const options = { ifVersion: ifVersion ?? row.version }
    const role = await tx.roles.update(row.id, selectEntityFields(roleEntity, body), user.userId, options)
    return withPairs(tx, role, body.permissions, user.userId)
  })
}

/** Sets the permissions of a role if they are given; returns the role as it is then. */
async function withPairs(
  tx: Store,
  role: Role,
  pairs: readonly PermissionPair[] | undefined,
  actor: number | null,
): Promise<Role> {
  if (pairs === undefined) return role
  await tx.roles.setPairs(role.id, pairs, actor)
  return (await tx.roles.get(role.id)) ?? role
}
