import { isFault } from '#core/time/fault.ts'
import { parseTimeRange } from '#core/time/parse.ts'
import { resolve } from '#core/time/resolve.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Answer, Asked, Route } from '#server/resources/resource.ts'

/** What a time range means now. */
export const timeRangeRoutes: readonly Route[] = [
  { method: 'GET', path: '/', policy: { permission: 'can_time_range', view: 'Api' }, act: resolveRange },
]

/** `q` is the range as rison text. An open end is empty. */
async function resolveRange(asked: Asked): Promise<Answer> {
  const timeRange = asked.q
  if (typeof timeRange !== 'string') throw new Fault('q-schema', { args: ['the time range is not of type string'] })
  const range = parseTimeRange(timeRange)
  const bounds = isFault(range) ? range : resolve(range, { now: asked.context.now() })
  if (isFault(bounds)) throw new Fault('time-range-wrong', { args: [bounds.message] })
  return { status: 200, json: { result: { since: bounds.since ?? '', until: bounds.until ?? '', timeRange } } }
}
