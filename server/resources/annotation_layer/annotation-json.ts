import { hasPermission } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isTimeError } from '#core/time/time-error.ts'
import { resolveQueryTime } from '#core/time/query-time.ts'
import { parseInstant } from '#core/rest/parse-instant.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import { loadHolidays, createHolidayLookup } from '#server/holidays/holidays.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'

/**
 * The former URL for the annotations of one layer: those that overlap the time range of `form_data`, both ends
 * inclusive. Callers also need permission to read annotations.
 */
export const annotationJson: Route = {
  method: 'GET',
  path: '/superset/annotation_json/:id',
  policy: { permission: 'can_annotation_json', view: 'Superset' },
  handler: getAnnotations,
}

async function getAnnotations(request: RouteRequest): Promise<RouteResponse> {
  const { store } = request.context
  if (!hasPermission(request.user, 'can_read', 'Annotation')) throw new ApiError('forbidden')
  const id = idOf(request)
  if (!(await store.annotationLayers.get(id))) throw new ApiError('not-found')
  await loadHolidays(request.query['form_data'])
  const { from, to } = boundsOf(request)
  const overlap: Condition[] = [
    { col: 'layer_id', op: 'eq', value: id },
    ...(from === undefined ? [] : [{ not: { col: 'end_dttm', op: 'lt', value: from } } as const]),
    ...(to === undefined ? [] : [{ not: { col: 'start_dttm', op: 'gt', value: to } } as const]),
  ]
  const { rows } = await store.annotations.list({
    where: { and: overlap },
    order: [{ column: 'start_dttm', direction: 'asc' }],
  })
  const data = rows.map(({ layer_id, start_dttm, end_dttm, short_descr, long_descr, json_metadata }) => {
    return { layer_id, start_dttm, end_dttm, short_descr, long_descr, json_metadata }
  })
  return { status: 200, json: { data } }
}

function boundsOf(request: RouteRequest): { readonly from: number | undefined; readonly to: number | undefined } {
  const form = formOf(request.query['form_data'])
  const extra = Array.isArray(form['extra_filters']) ? form['extra_filters'] : []
  const override = extra.find((filter) => filter?.col === '__time_range')?.val
  const bounds = resolveQueryTime(
    {
      time_range: textOf(override ?? form['time_range']),
      since: textOf(form['since']),
      until: textOf(form['until']),
      time_shift: textOf(form['time_shift']),
    },
    { now: request.context.now(), holidays: createHolidayLookup(), relativeStart: 'today', relativeEnd: 'today' },
  )
  if (isTimeError(bounds)) throw new ApiError('time-range-wrong', { args: [bounds.message] })
  const asksNothing = !override && !form['time_range'] && !form['since'] && !form['until']
  const end = (text: string | null) => (text === null ? undefined : parseInstant(text))
  return { from: end(bounds.since), to: asksNothing ? undefined : end(bounds.until) }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function formOf(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    throw new ApiError('not-json')
  }
  throw new ApiError('not-json')
}
