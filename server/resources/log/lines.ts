import { logAnswer, logLineAnswer } from '#core/rest/answer-shapes.ts'
import type { EntityType, Event, EventAction } from '#core/entity/event.ts'
import type { ListFilter } from '#core/rest/list-query.ts'
import { checkListQuery, parseListQuery } from '#core/rest/list-query.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { idOf } from '#server/resources/generic.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { pick } from '#server/resources/pick.ts'
import { loadUsers, userReferenceOf } from '#server/resources/shared/users-by-id.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

const COLUMNS = ['id', 'action', 'dttm', 'json', 'user_id', 'user.username', 'slice_id', 'dashboard_id']
const policy = { permission: 'can_read', view: 'Log' } as const

/** The filter operators of the log; others are rejected. */
const FILTERS = { action: ['eq'], user: ['rel_o_m'], dashboard_id: ['eq'], slice_id: ['eq'] } as const

/** The log of changes to entities and their users, for callers who may read it. */
export const logLineRoutes: readonly Route[] = [
  { method: 'GET', path: '/', policy, answers: { 200: logAnswer }, handler: list },
  { method: 'GET', path: '/:id', policy, answers: { 200: logLineAnswer }, handler: show },
]

async function list(request: RouteRequest): Promise<RouteResponse> {
  const query = parseListQuery(request.q)
  checkListQuery(query, { orderColumns: ['dttm'], filters: FILTERS })
  const narrow = Object.assign({}, ...query.filters.map(narrowing)) as Partial<Parameters<typeof pageOf>[1]>
  const { rows, count } = await pageOf(request, { page: query.page, pageSize: query.pageSize, ...narrow })
  const lines = await present(request, rows)
  const columns = query.columns.filter((name) => COLUMNS.includes(name))
  const result = columns.length === 0 ? lines : lines.map((line) => pick(line, columns))
  return jsonResponse(logAnswer, { count, ids: rows.map(({ id }) => id), list_columns: COLUMNS, result })
}

function pageOf({ context }: RouteRequest, options: Parameters<typeof context.store.events.page>[0]) {
  return context.store.events.page(options)
}

function narrowing({ col, value }: ListFilter): object {
  const id = Number(value)
  switch (col) {
    case 'action':
      return { action: String(value) as EventAction }
    case 'user':
      return { actor: id }
    default:
      return { type: (col === 'slice_id' ? 'chart' : 'dashboard') satisfies EntityType, entityId: id }
  }
}

async function show(request: RouteRequest): Promise<RouteResponse> {
  const id = idOf(request)
  const line = await request.context.store.events.get(id)
  if (!line) throw new ApiError('not-found')
  const [result] = await present(request, [line])
  if (!result) throw new ApiError('not-found')
  return jsonResponse(logLineAnswer, { id, result })
}

async function present({ context }: RouteRequest, events: readonly Event[]) {
  const people = await loadUsers(
    context.store,
    events.map(({ actor }) => ({ created_by_fk: actor, changed_by_fk: null })),
  )
  return events.map((event) => ({
    id: event.id,
    action: event.action,
    dttm: printInstant(event.at),
    json: jsonOf(event),
    user_id: event.actor,
    user: userReferenceOf(people, event.actor),
    slice_id: event.entity_type === 'chart' ? event.entity_id : null,
    dashboard_id: event.entity_type === 'dashboard' ? event.entity_id : null,
  }))
}

/** Returns the sent text of a client event; of other events, the changes. */
function jsonOf({ action, entity_type, entity_id, before, after }: Event): string {
  if (action === 'log') return after ?? '{}'
  const read = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
  return JSON.stringify({ type: entity_type, id: entity_id, before: read(before), after: read(after) })
}
