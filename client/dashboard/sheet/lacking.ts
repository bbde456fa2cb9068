import { t } from '#core/text/t.ts'
import type { DashboardState } from '../state/hydrate.ts'

/** A sheet on which charts have no picture: whoever asked for it says whether it is used all the same. */
export class Lacking extends Error {}

/** Which of these charts have no picture, in words; undefined where all have one. */
export function lackingText(state: DashboardState, charts: readonly number[]): string | undefined {
  const without = charts.filter((id) => /^(?:failed|stopped)$/.test(state.charts[id]?.chartStatus ?? ''))
  if (without.length === 0) return undefined
  const names = without.map((id) => state.slices[id]?.slice_name ?? String(id))
  return t('%s of %s charts could not be drawn: %s', without.length, charts.length, names.join(', '))
}
