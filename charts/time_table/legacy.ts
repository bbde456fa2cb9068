import { bucketQuery } from '#core/legacy/bucket-query.ts'
import {
  cells,
  columnLabels,
  groupsOf,
  type LegacyShape,
  metricLabels,
  legacyValueText,
} from '#core/legacy/legacy-shape.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import type { Value } from '#core/table/table.ts'

/** One object per timestamp, keyed by its text: the metrics, or the metric of each group. */
const timeTableShape: LegacyShape = {
  types: ['time_table'],
  query: bucketQuery,
  data({ table }, form) {
    const groups = columnLabels(form, 'groupby')
    const metrics = metricLabels(form, 'metrics', 'metric')
    const lines = groupsOf(table, [TIMESTAMP])
    const texts = groups.map((name) => cells(table, name))
    const columns = new Set<string>(groups.length > 0 ? [] : metrics)
    const records = lines.map(({ path, rows }) => {
      const line = new Map<string, Value>()
      for (const row of rows) {
        if (groups.length === 0) for (const name of metrics) line.set(name, cells(table, name)[row] ?? null)
        else
          line.set(
            texts.map((values) => legacyValueText(values[row])).join(', '),
            cells(table, metrics[0])[row] ?? null,
          )
      }
      for (const name of line.keys()) columns.add(name)
      return [timestampAsText(path[0]), Object.fromEntries(line)] as const
    })
    return { records: Object.fromEntries(records), columns: [...columns], is_group_by: groups.length > 0 }
  },
}

function timestampAsText(value: Value | undefined): string {
  return typeof value === 'number'
    ? new Date(value).toISOString().slice(0, 19).replace('T', ' ')
    : legacyValueText(value)
}

/** The legacy response shapes of this chart type. */
export const legacy = [timeTableShape]
