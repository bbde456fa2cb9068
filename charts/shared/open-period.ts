import type { Axis } from './x-axis.ts'
import type { EntryHead } from '#core/query/result.ts'
import { periodEnd } from '#core/time/grains.ts'

/**
 * The last place of a time axis where the period that begins there is not whole: the data end in it, or the time range
 * does. Null where it is whole, or nothing is known of it.
 */
export function openPlace([entry]: readonly EntryHead[], { kind, values }: Axis, grain: string | null): number | null {
  const last = values.at(-1)
  if (kind !== 'time' || typeof last !== 'number' || !entry || grain === null || values.length < 2) return null
  if (entry.open_period === last) return last
  const end = periodEnd(last, grain)
  const { to_dttm: to } = entry
  return end !== undefined && typeof to === 'number' && to > last && to < end ? last : null
}
