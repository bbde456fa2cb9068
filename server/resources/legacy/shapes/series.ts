import { lineData, otherTimes, seriesQuery } from '#core/legacy/series.ts'
import type { LegacyShape } from '#core/legacy/shape.ts'

/** Lines over time of kinds that are not there yet. */
export const lineSeries: LegacyShape = {
  types: ['compare'],
  query: seriesQuery,
  others: otherTimes,
  data: (answered, form) => lineData(answered, form, null),
}
