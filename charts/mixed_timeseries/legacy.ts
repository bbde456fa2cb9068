import { bucketQuery } from '#core/legacy/bucket-query.ts'
import { cells, type LegacyShape, metricLabels } from '#core/legacy/legacy-shape.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'

/** Two lines over time, each on a separate axis. */
const twoLines: LegacyShape = {
  types: ['dual_line'],
  query: (form) => ({ ...bucketQuery(form), columns: [] }),
  data({ table }, form) {
    const moments = cells(table, TIMESTAMP)
    return ['metric', 'metric_2'].flatMap((key, index) =>
      metricLabels(form, key).map((name) => {
        const values = cells(table, name)
        return {
          key: name,
          values: moments.map((x, row) => ({ x, y: values[row] ?? null })),
          yAxis: index + 1,
          type: 'line',
        }
      }),
    )
  },
}

/** The legacy response shapes of the older chart types. */
export const legacy = [twoLines]
