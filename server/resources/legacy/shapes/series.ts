import { lineData, otherTimes, seriesQuery } from '#core/legacy/series-query.ts'
import type { LegacyShape } from '#core/legacy/legacy-shape.ts'

/** Lines over time, for chart types that do not exist here yet. */
export const lineSeries: LegacyShape = {
  types: ['compare'],
  query: seriesQuery,
  others: otherTimes,
  data: (answered, form) => lineData(answered, form, null),
}
