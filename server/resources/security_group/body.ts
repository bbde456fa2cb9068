import { isAdmin } from '#core/access/ability.ts'
import { foldText } from '#core/access/fold-text.ts'
import { parseEntityBody } from '#core/entity/entity-definition.ts'
import { type UserGroup, type UserGroupBody, groupEntity } from '#core/entity/group.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import type { Parsed } from '#server/resources/resource.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Store } from '#server/store/store.ts'

/** Rejects callers who are not administrators: groups give roles. */
export function requireGroupAdmin({ user }: RouteRequest): void {
  if (!isAdmin(user)) throw new ApiError('forbidden')
}

/** Parses a group: its shape, its name, its roles and its users. */
export async function parseGroup(
  body: unknown,
  request: RouteRequest,
  row?: UserGroup,
): Promise<Parsed<UserGroupBody>> {
  requireGroupAdmin(request)
  const read = parseEntityBody(groupEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const name = typeof read.ok.name === 'string' ? { name: read.ok.name.trim() } : {}
  const sent: UserGroupBody = { ...read.ok, ...name }
  const errors = await problemsOf(sent, request.context.store, row)
  return Object.keys(errors).length > 0 ? { errors, status: 422 } : { ok: sent }
}

async function problemsOf({ name, roles, users }: UserGroupBody, store: Store, row?: UserGroup): Promise<FieldErrors> {
  const [knownRoles, knownUsers] = [
    roles === undefined ? 0 : await store.roles.count({ col: 'id', op: 'in', value: roles }),
    users === undefined ? 0 : await store.users.count({ col: 'id', op: 'in', value: users }),
  ]
  const isNew = name !== undefined && name !== null && name !== row?.name
  const taken = isNew && name !== '' ? await takenBy(store, name, row?.id) : undefined
  return {
    ...(name === '' ? { name: ['Missing data for required field.'] } : {}),
    ...(taken ? { name: [taken.message] } : {}),
    ...(knownRoles < new Set(roles).size ? { roles: ['Some roles do not exist'] } : {}),
    ...(knownUsers < new Set(users).size ? { users: ['Some users do not exist'] } : {}),
  }
}

async function takenBy(store: Store, name: string, except: number | undefined): Promise<ApiError | undefined> {
  const { rows } = await store.groups.list({ where: { col: 'name', op: 'ct', value: name } })
  const twin = rows.find((each) => each.id !== except && foldText(each.name) === foldText(name))
  return twin && new ApiError('group-name-taken', { args: [twin.name] })
}

/** Throws `group-name-taken` if another group than `except` has a name, in any case. */
export async function requireFreeGroupName(store: Store, name: string, except: number | undefined): Promise<void> {
  const taken = await takenBy(store, name, except)
  if (taken) throw taken
}
