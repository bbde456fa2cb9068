import type { PivotForm } from './form.ts'
import type { Line, Path } from './grid.ts'
import type { LineNames } from './totals.ts'

/** The columns under these levels: metrics stand above them, or below them when they are combined. */
export function columnLines(keys: readonly Path[], { metrics, combineMetrics }: PivotForm): readonly Line[] {
  const line = (metric: string, key: Path): Line => {
    const path = combineMetrics ? [...key, metric] : [metric, ...key]
    return { path, kind: 'value', own: path.length, key, metrics: [metric] }
  }
  return combineMetrics
    ? keys.flatMap((key) => metrics.map((metric) => line(metric, key)))
    : metrics.flatMap((metric) => keys.map((key) => line(metric, key)))
}

/** The rows of these levels; without levels the one row there is stands for all. */
export function rowLines(keys: readonly Path[], form: PivotForm): readonly Line[] {
  if (form.rows.length === 0) return [{ path: [totalName(form)], kind: 'value', own: 0, key: [], metrics: [] }]
  return keys.map((key) => ({ path: key, kind: 'value', own: key.length, key, metrics: [] }))
}

const kindOf = (shared: number) => (shared === 0 ? ('total' as const) : ('subtotal' as const))

/** The column over others. The metric is the first of the levels they share, unless metrics are combined. */
export function columnOver({ combineMetrics }: PivotForm) {
  return (members: readonly Line[], path: Path, shared: number): Line => ({
    path,
    kind: kindOf(shared),
    own: shared,
    key: members[0]?.key.slice(0, combineMetrics ? shared : Math.max(0, shared - 1)) ?? [],
    metrics: [...new Set(members.flatMap(({ metrics }) => metrics))],
  })
}

/** The row over others. */
export function rowOver(members: readonly Line[], path: Path, shared: number): Line {
  return { path, kind: kindOf(shared), own: shared, key: members[0]?.key.slice(0, shared) ?? [], metrics: [] }
}

/** What the totals of columns, and those of rows, are called and where they stand. */
export function namesOf(form: PivotForm): { readonly columns: LineNames; readonly rows: LineNames } {
  const total = totalName(form)
  return { columns: { total, isFirst: form.columnsFirst === true }, rows: { total, isFirst: form.rowsFirst === true } }
}

/** Whether rows of totals are wanted, and there is more than the one row of all. */
export function hasTotalRows({ columnTotals, rows }: PivotForm): boolean {
  return columnTotals && rows.length > 0
}

function totalName({ aggregate }: PivotForm): string {
  return `Total (${aggregate})`
}
