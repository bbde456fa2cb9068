import type { Charts } from '#client/chart/machine.ts'
import { readAt } from '#client/chart/read-at.ts'

/** Returns when the oldest data on the page were read. */
export function oldestReadAt(charts: Charts): number | undefined {
  const all = Object.values(charts).flatMap((chart) => readAt(chart) ?? [])
  return all.length > 0 ? Math.min(...all) : undefined
}
