import { bucketQuery } from '#core/legacy/bucket-query.ts'
import {
  comparePaths,
  cells,
  columnLabels,
  groupsOf,
  type LegacyShape,
  metricLabels,
  legacyValueText,
} from '#core/legacy/legacy-shape.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'

/** One line per metric and group, with a point for each timestamp of any line; gaps are null. */
const rows: LegacyShape = {
  types: ['horizon'],
  query: bucketQuery,
  data({ table }, form) {
    const metrics = metricLabels(form, 'metrics', 'metric')
    const times = cells(table, TIMESTAMP)
    const moments = [...new Set(times)].toSorted((a, b) => Number(a) - Number(b))
    const groups = groupsOf(table, columnLabels(form, 'groupby')).toSorted((a, b) => comparePaths(a.path, b.path))
    return metrics.flatMap((metric) =>
      groups.map(({ path, rows: seriesRows }) => {
        const values = new Map(seriesRows.map((row) => [times[row], cells(table, metric)[row] ?? null]))
        const parts = [...(metrics.length > 1 ? [metric] : []), ...path.map(legacyValueText)]
        return {
          key: path.length === 0 ? metric : parts,
          values: moments.map((x) => ({ x, y: values.get(x) ?? null })),
        }
      }),
    )
  },
}

/** The legacy response shapes of this chart type. */
export const legacy = [rows]
