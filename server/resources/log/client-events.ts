import { APPLICATION } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import type { EventDraft } from '#core/entity/event.ts'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isObject } from '#core/rest/json.ts'
import { rejectOtherSites } from '#server/resources/shared/other-sites.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'

type ClientEventFields = Readonly<Record<string, unknown>>

const FORM_LIMIT = 1024 * 1024

/** `POST /superset/log/`: stores events of a browser as log entries. */
export const clientEventsRoute: Route = {
  method: 'POST',
  path: '/superset/log',
  policy: { permission: 'can_log', view: APPLICATION },
  csrfExempt: 'Clients send it as a beacon, without headers; it adds lines to the log and changes nothing.',
  formLimit: FORM_LIMIT,
  formOptional: true,
  handler: storeEvents,
}

/**
 * `POST /api/v1/log/`: stores the body as one entry. User, action and time in the body are only text of the entry; the
 * entry itself has the caller, the action `log` and the current time.
 */
export const postLogRoute: Route = {
  method: 'POST',
  path: '/',
  policy: { permission: 'can_log', view: APPLICATION },
  async handler(request) {
    if (!isObject(request.body)) throw new ApiError('not-json')
    await keepAll(request, [request.body], request.body)
    return { status: 201, json: { result: request.body } }
  },
}

/** With `explode=events`, the field `events` is a JSON list with one entry each; else the fields are one entry. */
async function storeEvents(request: RouteRequest): Promise<RouteResponse> {
  rejectOtherSites(request)
  const fields = { ...request.query, ...(isObject(request.body) ? request.body : {}), ...request.form?.fields }
  const events = request.query['explode'] === 'events' ? asEventList(fields['events']) : [fields]
  await keepAll(request, events, fields)
  return { status: 200 }
}

const DAY_MS = 24 * 3_600_000

async function keepAll(
  request: RouteRequest,
  events: readonly ClientEventFields[],
  fields: ClientEventFields,
): Promise<void> {
  requireWithin('log-events', events.length)
  for (const event of events) requireWithin('log-event-bytes', Buffer.byteLength(JSON.stringify(event)))
  const { userId } = request.user
  // Events of anonymous callers are not stored: the callers could not be told apart.
  if (userId === null) return
  const { store, now } = request.context
  const before = await store.events.countSince(userId, 'log', now() - DAY_MS, bounds['log-day-events'].most)
  requireWithin('log-day-events', before + events.length)
  await append(request, userId, events, fields)
}

function asEventList(value: unknown): readonly ClientEventFields[] {
  const events: unknown = typeof value === 'string' ? parseJsonText(value) : value
  if (!Array.isArray(events) || !events.every(isObject)) throw new ApiError('arguments-wrong')
  return events
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function append(
  request: RouteRequest,
  userId: number,
  events: readonly ClientEventFields[],
  around: ClientEventFields,
): Promise<void> {
  const about = events.map((event) => aboutOf(event) ?? aboutOf(around))
  const seen = await seenOf(request, about)
  await request.context.store.transaction(async ({ events: log }) => {
    for (const [index, event] of events.entries()) {
      const found = about[index]
      // An event without an existing entity refers to the user who sent it.
      const entity: About = found && seen.has(keyOf(found)) ? found : { entity_type: 'user', entity_id: userId }
      await log.append({ actor: userId, action: 'log', ...entity, after: JSON.stringify(event) })
    }
  })
}

type About = Pick<EventDraft, 'entity_type' | 'entity_id'>

const keyOf = ({ entity_type, entity_id }: About) => `${entity_type} ${entity_id}`

/** Returns the chart or dashboard that an event names. */
function aboutOf(event: ClientEventFields): About | undefined {
  const chart = idIn(event['slice_id'])
  if (chart !== undefined) return { entity_type: 'chart', entity_id: chart }
  const dashboard =
    idIn(event['dashboard_id']) ?? (event['source'] === 'dashboard' ? idIn(event['source_id']) : undefined)
  return dashboard === undefined ? undefined : { entity_type: 'dashboard', entity_id: dashboard }
}

function idIn(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Returns the keys of those charts and dashboards that the caller may see. */
async function seenOf(request: RouteRequest, about: readonly (About | undefined)[]): Promise<ReadonlySet<string>> {
  const { charts, dashboards } = request.context.store
  const options = ruleOptions(request)
  const among = (type: string) => ({
    col: 'id',
    op: 'in' as const,
    value: about.flatMap((each) => (each?.entity_type === type ? [each.entity_id] : [])),
  })
  const found = await Promise.all([
    charts.list({ where: { and: [among('chart'), allowedRows(request.user, 'read', 'Chart', options)] } }),
    dashboards.list({ where: { and: [among('dashboard'), allowedRows(request.user, 'read', 'Dashboard', options)] } }),
  ])
  const [chartIds, dashboardIds] = found.map(({ ids }) => ids)
  return new Set([
    ...(chartIds ?? []).map((entity_id) => keyOf({ entity_type: 'chart', entity_id })),
    ...(dashboardIds ?? []).map((entity_id) => keyOf({ entity_type: 'dashboard', entity_id })),
  ])
}
