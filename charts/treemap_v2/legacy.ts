import { rankedBaseQuery } from '#core/legacy/ranked-query.ts'
import {
  comparePaths,
  cells,
  columnLabels,
  groupsOf,
  type LegacyShape,
  metricLabels,
  rowsOf,
} from '#core/legacy/legacy-shape.ts'
import type { Table, Value } from '#core/table/table.ts'

interface Node {
  readonly name: Value
  readonly value?: Value
  readonly children?: readonly Node[]
}

function nestRows(table: Table, rows: readonly number[], levels: readonly string[], values: readonly Value[]): Node[] {
  const [level, ...deeper] = levels
  const names = cells(table, level)
  if (deeper.length === 0) return rows.map((row) => ({ name: names[row] ?? null, value: values[row] ?? null }))
  return groupsOf(table, level === undefined ? [] : [level], rows)
    .toSorted((a, b) => comparePaths(a.path, b.path))
    .map((group) => ({ name: group.path[0] ?? null, children: nestRows(table, group.rows, deeper, values) }))
}

/** One tree per metric, with one level per dimension. */
const treemap: LegacyShape = {
  types: ['treemap'],
  query: rankedBaseQuery,
  data({ table }, form) {
    return metricLabels(form, 'metrics', 'metric').map((metric) => ({
      name: metric,
      children: nestRows(table, rowsOf(table), columnLabels(form, 'groupby'), cells(table, metric)),
    }))
  },
}

/** The legacy response shapes of the older chart type. */
export const legacy = [treemap]
