import { baseQuery, normalizeOrder, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Table } from '#core/table/table.ts'
import { comparePaths, cells, groupsOf, sumColumns } from './legacy-shape.ts'

/** Returns the base query, largest values first. */
export function rankedBaseQuery(form: FormData): QueryObject {
  const base = baseQuery(form)
  return withOrder(base, normalizeOrder(base, form))
}

/**
 * Returns the groups with the total of a metric over their rows, largest first; equal totals are in ascending order.
 */
export function rankedGroups(table: Table, names: readonly string[], metric: string | undefined) {
  const values = cells(table, metric)
  return groupsOf(table, names)
    .map((group) => ({ ...group, sum: sumColumns(group.rows.map((row) => values[row] ?? null)) }))
    .toSorted((a, b) => b.sum - a.sum || comparePaths(a.path, b.path))
}
