import type { PivotLine } from './lines.ts'
import type { PivotProps } from './props.ts'
import type { Value } from '#core/table/table.ts'

/** A side of the table. */
export type FoldSide = 'row' | 'column'

/** The groups that are their subtotals alone, by side. */
export type Closed = Readonly<Record<FoldSide, ReadonlySet<string>>>

export const noneClosed: Closed = { row: new Set(), column: new Set() }

/** What opens and closes groups. */
export interface Folds {
  readonly closed: Closed
  /** The groups of a side that can be closed. */
  readonly foldable: Closed
  readonly onFold: (side: FoldSide, group: string) => void
}

/** What a group of lines is known by: the values of its label and of those around it. */
export function groupName(values: readonly Value[]): string {
  return JSON.stringify(values)
}

/** Whether lines have groups that may be closed: a closed one is its subtotal alone. */
export function canFold(lines: readonly PivotLine[]): boolean {
  return lines.some(({ kind }) => kind === 'subtotal')
}

/** The groups of lines that have a subtotal to be seen when they are closed. */
export function foldableGroups(lines: readonly PivotLine[]): ReadonlySet<string> {
  return new Set(lines.flatMap(({ kind, values }) => (kind === 'subtotal' ? [groupName(values)] : [])))
}

/** The same with a group opened or closed. */
export function turned(closed: Closed, side: FoldSide, group: string): Closed {
  const next = new Set(closed[side])
  if (!next.delete(group)) next.add(group)
  return { ...closed, [side]: next }
}

function isHidden({ kind, values }: PivotLine, closed: ReadonlySet<string>): boolean {
  return values.some((_, level) => {
    const isOwn = kind === 'subtotal' && level === values.length - 1
    return !isOwn && closed.has(groupName(values.slice(0, level + 1)))
  })
}

/** The lines that are seen; undefined where all are. Groups without a subtotal stay open. */
function seenOf(lines: readonly PivotLine[], closed: ReadonlySet<string>): readonly number[] | undefined {
  const foldable = closed.size === 0 ? closed : foldableGroups(lines)
  const shut = new Set([...closed].filter((group) => foldable.has(group)))
  if (shut.size === 0) return undefined
  return [...lines.keys()].filter((at) => !isHidden(lines[at] as PivotLine, shut))
}

const taken = <T>(all: readonly T[], seen: readonly number[] | undefined): readonly T[] =>
  seen === undefined ? all : seen.map((at) => all[at] as T)

/** The table without the lines of closed groups. */
export function folded<T extends PivotProps>(table: T, closed: Closed): T {
  const rows = seenOf(table.rows, closed.row)
  const columns = seenOf(table.columns, closed.column)
  if (!rows && !columns) return table
  return {
    ...table,
    rows: taken(table.rows, rows),
    columns: taken(table.columns, columns),
    cells: taken(table.cells, columns).map((cells) => taken(cells, rows)),
  }
}
