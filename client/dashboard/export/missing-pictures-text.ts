import { t } from '#core/text/t.ts'
import type { DashboardState } from '../state/hydrate.ts'

/** A sheet contains charts without a picture; the caller decides whether to use it. */
export class MissingPictures extends Error {}

/** Returns a text that names the charts without a picture; undefined if all have one. */
export function missingPicturesText(state: DashboardState, charts: readonly number[]): string | undefined {
  const without = charts.filter((id) => /^(?:failed|stopped)$/.test(state.charts[id]?.chartStatus ?? ''))
  if (without.length === 0) return undefined
  const names = without.map((id) => state.slices[id]?.slice_name ?? String(id))
  return t('%s of %s charts could not be drawn: %s', without.length, charts.length, names.join(', '))
}
