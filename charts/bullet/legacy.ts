import { namesIn, parseNumberList } from '#charts/shared/parse-number-list.ts'
import { baseQuery, withOrder } from '#core/form/base-query.ts'
import { cells, type LegacyShape, metricLabels } from '#core/legacy/legacy-shape.ts'

/** Null for an empty list. */
const nullIfMissing = <T>(items: readonly T[]): readonly T[] | null => (items.length > 0 ? items : null)

/** The value with its ranges and markers. Without ranges there is one, up to 10 % above the largest value. */
const bullet: LegacyShape = {
  types: ['bullet'],
  query: (form) => withOrder(baseQuery(form), undefined),
  data({ table }, form) {
    const measures = cells(table, metricLabels(form, 'metric')[0])
    const most = measures.reduce<number>((a, b) => (typeof b === 'number' ? Math.max(a, b) : a), -Infinity)
    const ranges = parseNumberList(form['ranges']) ?? []
    return {
      measures,
      ranges: ranges.length > 0 ? ranges : [0, most * 1.1],
      rangeLabels: nullIfMissing(namesIn(form['range_labels'])),
      markers: nullIfMissing(parseNumberList(form['markers']) ?? []),
      markerLabels: nullIfMissing(namesIn(form['marker_labels'])),
      markerLines: nullIfMissing(parseNumberList(form['marker_lines']) ?? []),
      markerLineLabels: nullIfMissing(namesIn(form['marker_line_labels'])),
    }
  },
}

/** The legacy response shapes of this chart type. */
export const legacy = [bullet]
