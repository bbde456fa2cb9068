import type { PivotLine } from './lines.ts'
import type { PivotProps } from './props.ts'
import type { Value } from '#core/table/table.ts'

/** What a group of rows is known by: the values of its label and of those around it. */
export function groupName(values: readonly Value[]): string {
  return JSON.stringify(values)
}

/** Whether rows have groups that may be closed: a closed one is its subtotal alone. */
export function canFold(rows: readonly PivotLine[]): boolean {
  return rows.some(({ kind }) => kind === 'subtotal')
}

function isHidden({ kind, values }: PivotLine, closed: ReadonlySet<string>): boolean {
  return values.some((_, level) => {
    const isOwn = kind === 'subtotal' && level === values.length - 1
    return !isOwn && closed.has(groupName(values.slice(0, level + 1)))
  })
}

/** The table without the rows of closed groups. */
export function folded<T extends PivotProps>(table: T, closed: ReadonlySet<string>): T {
  if (closed.size === 0) return table
  const seen = [...table.rows.keys()].filter((at) => !isHidden(table.rows[at] as PivotLine, closed))
  return {
    ...table,
    rows: seen.map((at) => table.rows[at] as PivotLine),
    cells: table.cells.map((cells) => seen.map((at) => cells[at] ?? null)),
  }
}
