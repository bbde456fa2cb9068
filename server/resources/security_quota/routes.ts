import { isAdmin } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import { type Quota, type QuotaDraft, quotaKey } from '#core/entity/quota.ts'
import { ApiError } from '#core/rest/api-error.ts'
import {
  effectiveQuotasResponse,
  quotaCreate,
  quotaResponse,
  type QuotaResponse,
  quotasResponse,
  quotaUpdate,
  quotaValuesOf,
} from '#core/rest/quota.ts'
import { doneResponse } from '#core/rest/response-shapes.ts'
import { parseRequestBody } from '#server/resources/shared/request-body.ts'
import { idOf, ifMatch } from '#server/resources/resource-handlers.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { type Route, type RouteRequest, type RouteResponse, jsonResponse } from '#server/route/route.ts'
import { effectiveQuotasOf } from '#server/security/effective-quotas.ts'
import { requireLimitableRole } from '#server/security/quotas.ts'
import { UniqueViolation } from '#server/store/errors.ts'

const policy = { permission: 'can_write', view: 'Role' } as const

/** Quotas of users and roles, for administrators. */
export const quotaRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/effective',
    policy,
    responses: { 200: effectiveQuotasResponse },
    handler: forAdmins(effective),
  },
  { method: 'GET', path: '/', policy, responses: { 200: quotasResponse }, handler: forAdmins(list) },
  {
    method: 'POST',
    path: '/',
    policy,
    body: quotaCreate,
    responses: { 201: quotaResponse },
    handler: forAdmins(create),
  },
  {
    method: 'PUT',
    path: '/:id',
    policy,
    body: quotaUpdate,
    responses: { 200: quotaResponse },
    handler: forAdmins(update),
  },
  { method: 'DELETE', path: '/:id', policy, responses: { 200: doneResponse }, handler: forAdmins(remove) },
]

/** Returns a handler that rejects callers who are not administrators: quotas decide what administrators may do. */
function forAdmins(handler: Route['handler']): Route['handler'] {
  return async (request) => {
    if (!isAdmin(request.user)) throw new ApiError('forbidden')
    return handler(request)
  }
}

const PAGE_SIZE = 100

/** Returns a parameter of the query string that is an id; undefined if it is absent. */
function numberParameter({ query }: RouteRequest, name: 'user' | 'role' | 'page'): number | undefined {
  const sent = query[name]
  if (sent === undefined) return undefined
  if (!/^\d{1,15}$/.test(sent)) throw new ApiError('fields-wrong', { fields: { [name]: ['Not a valid integer.'] } })
  return Number(sent)
}

async function list(request: RouteRequest): Promise<RouteResponse> {
  const where: Condition = {
    and: (['user', 'role'] as const).flatMap((name) => {
      const value = numberParameter(request, name)
      return value === undefined ? [] : [{ col: `${name}_id`, op: 'eq' as const, value }]
    }),
  }
  const page = numberParameter(request, 'page') ?? 0
  const order = [{ column: 'subject_key', direction: 'asc' as const }]
  const { rows, count } = await request.context.store.quotas.list({ where, order, page, pageSize: PAGE_SIZE })
  return jsonResponse(quotasResponse, { count, result: await presentQuotas(rows, request) })
}

/** `GET /effective?user=`: the values that apply to a user, and where they come from. */
async function effective(request: RouteRequest): Promise<RouteResponse> {
  const { store } = request.context
  const user = await store.users.get(numberParameter(request, 'user') ?? 0)
  if (!user) throw new ApiError('not-found')
  return jsonResponse(effectiveQuotasResponse, { result: await effectiveQuotasOf(store, user) })
}

async function create(request: RouteRequest): Promise<RouteResponse> {
  const { user, role, ...values } = parseRequestBody(quotaCreate, request)
  if ((user === undefined) === (role === undefined)) throw new ApiError('quota-subject')
  const { store } = request.context
  if (user !== undefined && !(await store.users.get(user))) rejectField('user', 'User does not exist')
  if (role !== undefined) {
    const found = await store.roles.get(role)
    if (!found) rejectField('role', 'Role does not exist')
    else requireLimitableRole(found)
  }
  const draft: QuotaDraft = { user_id: user ?? null, role_id: role ?? null, ...quotaValuesOf(values) }
  try {
    return await respond(request, await store.quotas.create(draft, request.user.userId), 201)
  } catch (error) {
    if (error instanceof UniqueViolation) throw new ApiError('quota-exists', { args: [quotaKey(draft)] })
    throw error
  }
}

function rejectField(field: string, text: string): void {
  throw new ApiError('fields-refused', { fields: { [field]: [text] } })
}

async function update(request: RouteRequest): Promise<RouteResponse> {
  const values = quotaValuesOf(parseRequestBody(quotaUpdate, request))
  const ifVersion = ifMatch(request)
  const { store } = request.context
  const options = ifVersion === undefined ? {} : { ifVersion }
  return respond(request, await store.quotas.update(idOf(request), values, request.user.userId, options), 200)
}

async function remove(request: RouteRequest): Promise<RouteResponse> {
  const ifVersion = ifMatch(request)
  const options = ifVersion === undefined ? {} : { ifVersion }
  await request.context.store.quotas.remove(idOf(request), request.user.userId, options)
  return jsonResponse(doneResponse, { message: 'OK' })
}

async function respond(request: RouteRequest, row: Quota, status: number): Promise<RouteResponse> {
  const [result] = await presentQuotas([row], request)
  if (!result) throw new ApiError('not-found')
  return { ...jsonResponse(quotaResponse, { id: row.id, result }, status), headers: { etag: `"${row.version}"` } }
}

/** Returns quotas with the names of their subjects. */
async function presentQuotas(rows: readonly Quota[], { context: { store } }: RouteRequest) {
  const idsOf = (key: 'user_id' | 'role_id') => rows.flatMap((row) => row[key] ?? [])
  const among = (value: readonly number[]) => ({ where: { col: 'id', op: 'in' as const, value } })
  const users = await store.users.list(among(idsOf('user_id')))
  const roles = await store.roles.list(among(idsOf('role_id')))
  const userNames = new Map(users.rows.map(({ id, username }) => [id, username]))
  const roleNames = new Map(roles.rows.map(({ id, name }) => [id, name]))
  return rows.map((row): QuotaResponse => {
    const { id, user_id, role_id, version } = row
    const subject =
      user_id === null
        ? { type: 'role' as const, id: role_id ?? 0, name: roleNames.get(role_id ?? 0) ?? null }
        : { type: 'user' as const, id: user_id, name: userNames.get(user_id) ?? null }
    const { max_queries, max_rows, max_exports, max_upload_bytes } = row
    const values = { max_queries, max_rows, max_exports, max_upload_bytes }
    return { id, subject, ...values, changed_on: printInstant(row.changed_on), version }
  })
}
