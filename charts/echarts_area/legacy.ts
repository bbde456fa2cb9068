import { largestLines, lineData, otherTimes, seriesQuery } from '#core/legacy/series.ts'
import type { LegacyShape } from '#core/legacy/shape.ts'

/** Lines that are stacked: gaps are nothing, and the largest come first. */
const stackedSeries: LegacyShape = {
  types: ['area'],
  query: seriesQuery,
  others: otherTimes,
  data: (answered, form) => largestLines(lineData(answered, form, 0)),
}

/** What charts of older names read. */
export const legacy = [stackedSeries]
