import { largestLines, lineData, otherTimes, seriesQuery } from '#core/legacy/series-query.ts'
import type { LegacyShape } from '#core/legacy/legacy-shape.ts'

/** Stacked series: gaps count as 0, and the largest series come first. */
const stackedSeries: LegacyShape = {
  types: ['area'],
  query: seriesQuery,
  others: otherTimes,
  data: (answered, form) => largestLines(lineData(answered, form, 0)),
}

/** The legacy response shapes of the older chart types. */
export const legacy = [stackedSeries]
