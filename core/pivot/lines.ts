import type { PivotForm } from './form.ts'
import type { Line, Path } from './grid.ts'
import type { LineNames } from './totals.ts'

/** Returns the columns for these paths. The metric is the outermost level, or the innermost if metrics are combined. */
export function columnLines(keys: readonly Path[], { metrics, combineMetrics }: PivotForm): readonly Line[] {
  const line = (metric: string, key: Path): Line => {
    const path = combineMetrics ? [...key, metric] : [metric, ...key]
    return { path, kind: 'value', own: path.length, key, metrics: [metric] }
  }
  return combineMetrics
    ? keys.flatMap((key) => metrics.map((metric) => line(metric, key)))
    : metrics.flatMap((metric) => keys.map((key) => line(metric, key)))
}

/** Returns the rows for these paths; without row dimensions a single row is the total. */
export function rowLines(keys: readonly Path[], form: PivotForm): readonly Line[] {
  if (form.rows.length === 0) return [{ path: [totalName(form)], kind: 'value', own: 0, key: [], metrics: [] }]
  return keys.map((key) => ({ path: key, kind: 'value', own: key.length, key, metrics: [] }))
}

const kindOf = (shared: number) => (shared === 0 ? ('total' as const) : ('subtotal' as const))

/**
 * Returns a function that makes the total column of a group. The metric is the first shared level unless metrics are
 * combined.
 */
export function totalColumnBuilder({ combineMetrics }: PivotForm) {
  return (members: readonly Line[], path: Path, shared: number): Line => ({
    path,
    kind: kindOf(shared),
    own: shared,
    key: members[0]?.key.slice(0, combineMetrics ? shared : Math.max(0, shared - 1)) ?? [],
    metrics: [...new Set(members.flatMap(({ metrics }) => metrics))],
  })
}

/** Returns the total row of a group. */
export function totalRow(members: readonly Line[], path: Path, shared: number): Line {
  return { path, kind: kindOf(shared), own: shared, key: members[0]?.key.slice(0, shared) ?? [], metrics: [] }
}

/** Returns the names and positions of total columns and total rows. */
export function namesOf(form: PivotForm): { readonly columns: LineNames; readonly rows: LineNames } {
  const total = totalName(form)
  return { columns: { total, isFirst: form.columnsFirst === true }, rows: { total, isFirst: form.rowsFirst === true } }
}

/** True if total rows are enabled and there is more than the single total row. */
export function hasTotalRows({ columnTotals, rows }: PivotForm): boolean {
  return columnTotals && rows.length > 0
}

function totalName({ aggregate }: PivotForm): string {
  return `Total (${aggregate})`
}
