import { type User, type UserBody, type UserDraft, userEntity } from '#core/entity/user.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import { passwordProblem } from '#core/access/password.ts'
import { isAdmin } from '#core/access/ability.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Parsed } from '#server/resources/resource.ts'
import { lockAdminRoles } from '#server/security/administrators.ts'
import { requireFreeEmail, requireFreeUsername } from '#server/security/user-registration.ts'
import { createUser, updateUser } from '#server/security/user-changes.ts'

/** Rejects callers who are not administrators: users and roles decide what administrators may do. */
export function requireAdmin({ user }: RouteRequest): void {
  if (!isAdmin(user)) throw new ApiError('forbidden')
}

/** Parses a user: its shape, its name and email address, its roles and its password. */
export async function parseUser(body: unknown, request: RouteRequest, row?: User): Promise<Parsed<UserBody>> {
  requireAdmin(request)
  const read = parseEntityBody(userEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const sent = normalizeUser(read.ok)
  const errors = await problemsOf(sent, request, row)
  return Object.keys(errors).length > 0 ? { errors, status: 422 } : { ok: sent }
}

/** Returns the body without spaces around names; an empty email address is none. */
function normalizeUser(body: UserBody): UserBody {
  const trimmed = (name: 'username' | 'first_name' | 'last_name') =>
    typeof body[name] === 'string' ? { [name]: body[name].trim() } : {}
  const email = body.email === undefined ? {} : { email: body.email?.trim() || null }
  return { ...body, ...trimmed('username'), ...trimmed('first_name'), ...trimmed('last_name'), ...email }
}

async function problemsOf(sent: UserBody, { context: { store } }: RouteRequest, row?: User): Promise<FieldErrors> {
  const { username, email, roles, password } = sent
  const known = roles === undefined ? 0 : await store.roles.count({ col: 'id', op: 'in', value: roles })
  const weak = password === undefined ? undefined : passwordProblem(password, username ?? row?.username ?? '')
  const name = username && username !== row?.username
  return {
    ...(name ? await problemOf('username', requireFreeUsername(store, username, row?.id)) : {}),
    ...(email && email !== row?.email ? await problemOf('email', requireFreeEmail(store, email, row?.id)) : {}),
    ...(!row && roles?.length === 0 ? { roles: ['A user needs at least one role'] } : {}),
    ...(known < new Set(roles).size ? { roles: ['Some roles do not exist'] } : {}),
    ...(sent.is_service && password !== undefined ? { password: ['A service account has no password'] } : {}),
    ...(weak ? { password: [new ApiError(weak.code, { args: weak.args }).message] } : {}),
  }
}

/** Throws an error if another user has taken the name or email address of a deleted user, in any case. */
export async function requireRestorable(row: User, request: RouteRequest): Promise<void> {
  requireAdmin(request)
  const { store } = request.context
  await lockAdminRoles(store)
  await requireFreeUsername(store, row.username, row.id)
  if (row.email !== null && row.email !== '') await requireFreeEmail(store, row.email, row.id)
}

async function problemOf(field: string, check: Promise<void>): Promise<FieldErrors> {
  try {
    await check
    return {}
  } catch (error) {
    if (error instanceof ApiError) return { [field]: [error.message] }
    throw error
  }
}

export function createUserRow(body: UserBody, { context, user }: RouteRequest): Promise<User> {
  return createUser(context, selectEntityFields(userEntity, body) as UserDraft, body.password, user.userId)
}

export function updateUserRow(row: User, body: UserBody, request: RouteRequest, ifVersion?: number): Promise<User> {
  const { password } = body
  const patch = selectEntityFields(userEntity, body)
  return updateUser(request.context, row, { patch, password, actor: request.user.userId, ifVersion })
}
