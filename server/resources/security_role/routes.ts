import { type Role } from '#core/entity/role.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { readBody } from '#core/rest/body.ts'
import { roleComparisonResponse } from '#core/rest/role-comparison.ts'
import {
  objectPermissionsResponse,
  rolePermissionsResponse,
  rolePermissionsBody,
  rolePermissionsSet,
  roleUsersBody,
  roleUsersSet,
} from '#core/rest/security.ts'
import { findAllowedRow, idOf, ifMatch } from '#server/resources/resource-handlers.ts'
import type { Resource } from '#server/resources/resource.ts'
import { type Route, type RouteRequest, type RouteResponse, jsonResponse } from '#server/route/route.ts'
import { setRoleUsers } from '#server/security/role-users.ts'
import { requireCustomRole, requireRoleAdmin } from './body.ts'
import { compareRoles } from './comparison.ts'
import { listObjectPermissions } from './object-permissions.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- only the row matters here
type RoleResource = Resource<Role, any>

/** Routes of single roles: their comparison, their permissions by id, their users, and the permissions on objects to choose from. */
export function roleRoutes(view: string, resource: () => RoleResource): readonly Route[] {
  const read = { permission: 'can_read', view } as const
  const write = { permission: 'can_write', view } as const
  return [
    {
      method: 'GET',
      path: '/object_permissions',
      policy: write,
      responses: { 200: objectPermissionsResponse },
      async handler(request) {
        requireRoleAdmin(request)
        return listObjectPermissions(request)
      },
    },
    {
      method: 'GET',
      path: '/:id/compare/:other',
      policy: read,
      responses: { 200: roleComparisonResponse },
      handler: (request) => compare(request, resource()),
    },
    {
      method: 'GET',
      path: '/:id/permissions',
      policy: read,
      responses: { 200: rolePermissionsResponse },
      handler: async (request) =>
        permissions(request, await findAllowedRow(resource(), request, idOf(request), 'read')),
    },
    {
      method: 'POST',
      path: '/:id/permissions',
      policy: write,
      body: rolePermissionsBody,
      responses: { 200: rolePermissionsSet },
      handler: async (request) =>
        setPermissions(request, await findAllowedRow(resource(), request, idOf(request), 'write')),
    },
    {
      method: 'PUT',
      path: '/:id/users',
      policy: write,
      body: roleUsersBody,
      responses: { 200: roleUsersSet },
      handler: async (request) => setUsers(request, await findAllowedRow(resource(), request, idOf(request), 'write')),
    },
  ]
}

/** Compares two roles for an administrator, who may see the grants, row rules and masks of every role. */
async function compare(request: RouteRequest, resource: RoleResource): Promise<RouteResponse> {
  requireRoleAdmin(request)
  const left = await findAllowedRow(resource, request, idOf(request), 'read')
  const right = await findAllowedRow(resource, request, idOf(request, 'other'), 'read')
  return jsonResponse(roleComparisonResponse, { result: await compareRoles(request.context.store, left, right) })
}

async function permissions({ context: { store } }: RouteRequest, role: Role): Promise<RouteResponse> {
  const currentPairs = new Set((await store.roles.pairs(role.id)).map((pair) => JSON.stringify(pair)))
  const rows = (await store.roles.storedPairs()).filter(({ permission, view }) =>
    currentPairs.has(JSON.stringify([permission, view])),
  )
  return jsonResponse(rolePermissionsResponse, {
    result: rows.map(({ id, permission, view }) => ({ id, permission_name: permission, view_menu_name: view })),
  })
}

async function setPermissions(request: RouteRequest, role: Role): Promise<RouteResponse> {
  const { context, user } = request
  const read = readBody(rolePermissionsBody, requireObject(request))
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  requireCustomRole(role)
  const wanted = new Set(read.ok.permission_view_menu_ids)
  const found = (await context.store.roles.storedPairs()).filter(({ id }) => wanted.has(id))
  if (found.length < wanted.size)
    throw new ApiError('fields-refused', { fields: { permission_view_menu_ids: ['Some permissions do not exist'] } })
  const version = ifMatch(request)
  await context.store.transaction(async (tx) => {
    const options = { ifVersion: version ?? role.version }
    await tx.roles.update(role.id, {}, user.userId, options)
    await tx.roles.setPairs(
      role.id,
      found.map(({ permission, view }) => [permission, view]),
      user.userId,
    )
  })
  return jsonResponse(rolePermissionsSet, { result: { permission_view_menu_ids: found.map(({ id }) => id) } })
}

async function setUsers(request: RouteRequest, role: Role): Promise<RouteResponse> {
  const read = readBody(roleUsersBody, requireObject(request))
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const wanted = [...new Set(read.ok.user_ids)]
  const count = await request.context.store.users.count({ col: 'id', op: 'in', value: wanted })
  if (count < wanted.length) throw new ApiError('fields-refused', { fields: { user_ids: ['Some users do not exist'] } })
  await setRoleUsers(request.context.store, role.id, wanted, request.user.userId, read.ok.previous_user_ids)
  return jsonResponse(roleUsersSet, { result: { user_ids: wanted.toSorted((a, b) => a - b) } })
}

function requireObject({ body }: RouteRequest): object {
  if (typeof body !== 'object' || body === null) throw new ApiError('not-json')
  return body
}
