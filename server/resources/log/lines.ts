import { isAdmin } from '#core/access/ability.ts'
import { logResponse, logLineResponse } from '#core/rest/response-shapes.ts'
import type { EntityType, Event, EventAction } from '#core/entity/event.ts'
import type { ListFilter } from '#core/rest/list-query.ts'
import { checkListQuery, parseListQuery } from '#core/rest/list-query.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { STRING } from '#core/table/table.ts'
import { csvHeadings, csvRows } from '#server/files/csv.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { selectFields } from '#server/resources/select-fields.ts'
import { loadUsers, type UserReference, userReferenceOf, type UsersById } from '#server/resources/shared/users-by-id.ts'
import type { Store } from '#server/store/store.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

const COLUMNS = [
  'id',
  'action',
  'dttm',
  'json',
  'user_id',
  'user.username',
  'slice_id',
  'dashboard_id',
  'address',
  'view_as',
  'is_service',
]
/** Lines that are read at once for a file. */
const FILE_PAGE = 1000
const policy = { permission: 'can_read', view: 'Log' } as const

/** The filter operators of the log; others are rejected. */
const FILTERS = {
  action: ['eq'],
  user: ['rel_o_m'],
  dashboard_id: ['eq'],
  slice_id: ['eq'],
  dttm: ['gt', 'lt'],
} as const

/** The log of changes to entities and their users, for callers who may read it. */
export const logLineRoutes: readonly Route[] = [
  { method: 'GET', path: '/', policy, responses: { 200: logResponse }, handler: list },
  { method: 'GET', path: '/export', policy, handler: exportLines },
  { method: 'GET', path: '/:id', policy, responses: { 200: logLineResponse }, handler: show },
]

async function list(request: RouteRequest): Promise<RouteResponse> {
  const { query, narrow } = parseQuery(request)
  const { rows, count } = await pageOf(request, { page: query.page, pageSize: query.pageSize, ...narrow })
  const lines = await presentLines(request, rows)
  const columns = query.columns.filter((name) => COLUMNS.includes(name))
  const result = columns.length === 0 ? lines : lines.map((line) => selectFields(line, columns))
  return jsonResponse(logResponse, { count, ids: rows.map(({ id }) => id), list_columns: COLUMNS, result })
}

function parseQuery(request: RouteRequest) {
  const query = parseListQuery(request.q)
  checkListQuery(query, { orderColumns: ['dttm'], filters: FILTERS })
  return {
    query,
    narrow: Object.assign({}, ...query.filters.map(toEventFilter)) as Partial<Parameters<typeof pageOf>[1]>,
  }
}

/** Returns the lines that the filters of the query select as a CSV file, newest first. Throws `bound-passed`. */
async function exportLines(request: RouteRequest): Promise<RouteResponse> {
  const { narrow } = parseQuery(request)
  const { count } = await pageOf(request, { page: 0, pageSize: 1, ...narrow })
  requireWithin('log-export-lines', count)
  const headers = { 'content-disposition': 'attachment; filename="action-log.csv"' }
  return { status: 200, type: 'text/csv; charset=utf-8', headers, stream: csvOf(request, narrow) }
}

async function* csvOf(request: RouteRequest, narrow: object): AsyncGenerator<Uint8Array> {
  const names = ['time', 'user_id', 'user', 'action', 'details', 'address', 'view_as']
  yield Buffer.from(csvHeadings(names))
  let beforeId: number | undefined
  do {
    const { rows } = await pageOf(request, { ...narrow, page: 0, pageSize: FILE_PAGE, beforeId })
    const lines = await presentLines(request, rows)
    const cells = lines.map((line) => [
      line.dttm,
      line.user_id,
      line.user?.username ?? null,
      line.action,
      line.json,
      line.address,
      line.view_as === null ? null : `${line.view_as.type} ${line.view_as.name ?? line.view_as.id}`,
    ])
    const columns = names.map(
      (name, index) => ({ name, type: STRING, values: cells.map((row) => row[index] ?? null) }) as const,
    )
    yield Buffer.from(csvRows({ columns, rowCount: cells.length }))
    beforeId = rows.length < FILE_PAGE ? undefined : rows.at(-1)?.id
  } while (beforeId !== undefined)
}

function pageOf({ context }: RouteRequest, options: Parameters<typeof context.store.events.page>[0]) {
  return context.store.events.page(options)
}

function toEventFilter({ col, opr, value }: ListFilter): object {
  const id = Number(value)
  switch (col) {
    case 'action':
      return { action: String(value) as EventAction }
    case 'user':
      return { actor: id }
    case 'dttm':
      return { [opr === 'gt' ? 'after' : 'before']: instantOf(value) }
    default:
      return { type: (col === 'slice_id' ? 'chart' : 'dashboard') satisfies EntityType, entityId: id }
  }
}

/** Returns the epoch milliseconds of an ISO 8601 timestamp, which is in UTC without a zone. Throws `fields-wrong`. */
function instantOf(value: unknown): number {
  const text = String(value)
  const at = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.length === 10 ? `${text}T00:00` : text}Z`)
  if (!Number.isFinite(at)) throw new ApiError('fields-wrong', { fields: { dttm: ['Not a valid datetime.'] } })
  return at
}

async function show(request: RouteRequest): Promise<RouteResponse> {
  const id = idOf(request)
  const line = await request.context.store.events.get(id)
  if (!line) throw new ApiError('not-found')
  const [result] = await presentLines(request, [line])
  if (!result) throw new ApiError('not-found')
  return jsonResponse(logLineResponse, { id, result })
}

async function presentLines({ context, user }: RouteRequest, events: readonly Event[]) {
  const usersById = await loadUsers(
    context.store,
    events.map(({ actor, view_as_user_id: viewed }) => ({ created_by_fk: actor, changed_by_fk: viewed })),
  )
  const ids = events.flatMap(({ actor, view_as_user_id: viewed }) => [actor, viewed])
  const missing = ids.filter((id) => id !== null && !usersById.has(id)) as readonly number[]
  const deleted = await deletedUsers(context.store, missing)
  const services = await serviceAccounts(context.store, events)
  const viewAs = viewedNames(await roleNames(context.store, events), usersById, deleted)
  return events.map((event) => ({
    id: event.id,
    action: event.action,
    dttm: printInstant(event.at),
    json: jsonOf(event, isAdmin(user)),
    user_id: event.actor,
    user: userReferenceOf(usersById, event.actor) ?? userReferenceOf(deleted, event.actor),
    address: event.address,
    view_as: viewAs(event),
    is_service: event.actor !== null && services.has(event.actor),
    slice_id: event.entity_type === 'chart' ? event.entity_id : null,
    dashboard_id: event.entity_type === 'dashboard' ? event.entity_id : null,
  }))
}

/** Returns the ids of the users of events that are service accounts, deleted ones included. */
async function serviceAccounts({ users }: Store, events: readonly Event[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(events.flatMap(({ actor }) => actor ?? []))]
  if (ids.length === 0) return new Set()
  const where = {
    and: [
      { col: 'id', op: 'in' as const, value: ids },
      { col: 'is_service', op: 'eq' as const, value: true },
    ],
  }
  const [living, removed] = [await users.list({ where }), await users.list({ where, isBin: true })]
  return new Set([...living.ids, ...removed.ids])
}

/** Returns the names of the roles as which administrators caused the events. */
async function roleNames({ roles }: Store, events: readonly Event[]): Promise<ReadonlyMap<number, string>> {
  const ids = events.flatMap(({ view_as_role_id: id }) => (id === null ? [] : [id]))
  const { rows } = ids.length === 0 ? { rows: [] } : await roles.list({ where: { col: 'id', op: 'in', value: ids } })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns a function that names the user or role as which an administrator caused an event; null if there is none. */
function viewedNames(roles: ReadonlyMap<number, string>, ...users: readonly UsersById[]) {
  const userName = (id: number) => users.flatMap((some) => some.get(id)?.username ?? []).at(0) ?? null
  return ({ view_as_user_id: user, view_as_role_id: role }: Event) => {
    if (user !== null) return { type: 'user', id: user, name: userName(user) } as const
    return role === null ? null : ({ type: 'role', id: role, name: roles.get(role) ?? null } as const)
  }
}

/** Returns the names that users had when they were deleted. */
async function deletedUsers(store: Store, ids: readonly number[]): Promise<UsersById> {
  const found = new Map<number, UserReference>()
  for (const id of new Set(ids)) {
    for (const { before } of await store.events.history('user', id)) {
      const { username, first_name = '', last_name = '' } = (before ? parseJson(before) : {}) as Partial<UserReference>
      if (username === undefined || found.has(id)) continue
      found.set(id, { id, username, first_name, last_name })
    }
  }
  return found
}

/** Fields of users that only administrators read. */
const PRIVATE_FIELDS: ReadonlySet<string> = new Set(['email', 'sent_to', 'failure', 'attributes'])

/**
 * Returns the sent text of a client event; of other events, the changes. Values of e-mail addresses and attributes are
 * for administrators.
 */
function jsonOf({ action, entity_type, entity_id, before, after }: Event, isForAdmin: boolean): string {
  if (action === 'log') return after ?? '{}'
  const isWhole = isForAdmin || entity_type !== 'user'
  const read = (text: string | null): unknown => {
    const changes: unknown = text === null ? null : JSON.parse(text)
    if (isWhole || !isObject(changes)) return changes
    return Object.fromEntries(Object.entries(changes).filter(([name]) => !PRIVATE_FIELDS.has(name)))
  }
  return JSON.stringify({ type: entity_type, id: entity_id, before: read(before), after: read(after) })
}
