import { lineData, otherTimes, seriesQuery } from '#core/legacy/series-query.ts'
import type { LegacyShape } from '#core/legacy/legacy-shape.ts'

/** Lines over time. */
const lineSeries: LegacyShape = {
  types: ['line'],
  query: seriesQuery,
  others: otherTimes,
  data: (answered, form) => lineData(answered, form, null),
}

/** The legacy response shapes of the older chart types. */
export const legacy = [lineSeries]
