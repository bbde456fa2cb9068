import type { Charts } from '#client/chart/chart-state.ts'
import { TEMPORAL } from '#core/table/table.ts'
import { DISPLAY_TIME_ZONE } from '#core/time/display-time-zone.ts'

/** Returns the time zones of the results that contain times, each once, in alphabetical order. */
export function timeZonesOf(charts: Charts): readonly string[] {
  const entries = Object.values(charts).flatMap(({ queriesResponse }) => queriesResponse ?? [])
  const timed = entries.filter(({ coltypes }) => coltypes?.includes(TEMPORAL))
  return [...new Set(timed.map(({ time_zone: zone = DISPLAY_TIME_ZONE }) => zone))].toSorted()
}
