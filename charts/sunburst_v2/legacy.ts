import { rankedBaseQuery } from '#core/legacy/ranked-query.ts'
import { cells, columnLabels, type LegacyShape, metricLabels, rowsOf } from '#core/legacy/legacy-shape.ts'

/** Rows as lists: the dimensions from the inside out, then both metrics; a single metric is repeated. */
const sunburst: LegacyShape = {
  types: ['sunburst'],
  query: rankedBaseQuery,
  data({ table }, form) {
    const [metric, secondary = metric] = metricLabels(form, 'metric', 'secondary_metric')
    const columns = [...columnLabels(form, 'groupby'), metric, secondary].map((name) => cells(table, name))
    return rowsOf(table).map((row) => columns.map((values) => values[row] ?? null))
  },
}

/** The legacy response shapes of the older chart type. */
export const legacy = [sunburst]
