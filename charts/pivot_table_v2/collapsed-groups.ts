import type { PivotLine } from './lines.ts'
import type { PivotProps } from './props.ts'
import type { Value } from '#core/table/table.ts'

/** The rows or the columns of the table. */
export type FoldSide = 'row' | 'column'

/** The collapsed groups by side: each shows only its subtotal. */
export type CollapsedGroups = Readonly<Record<FoldSide, ReadonlySet<string>>>

export const noCollapsedGroups: CollapsedGroups = { row: new Set(), column: new Set() }

/** The state and handler for collapsing groups. */
export interface GroupCollapsing {
  readonly closed: CollapsedGroups
  /** The groups of each side that can be collapsed. */
  readonly foldable: CollapsedGroups
  readonly onFold: (side: FoldSide, group: string) => void
}

/** Returns the key of a group: the values of its label and of the enclosing labels. */
export function groupKey(values: readonly Value[]): string {
  return JSON.stringify(values)
}

/** True if lines have groups that can be collapsed to a subtotal. */
export function canFold(lines: readonly PivotLine[]): boolean {
  return lines.some(({ kind }) => kind === 'subtotal')
}

/** Returns the keys of groups that have a subtotal to show when collapsed. */
export function foldableGroups(lines: readonly PivotLine[]): ReadonlySet<string> {
  return new Set(lines.flatMap(({ kind, values }) => (kind === 'subtotal' ? [groupKey(values)] : [])))
}

/** Returns the collapsed groups with one group toggled. */
export function toggleGroup(closed: CollapsedGroups, side: FoldSide, group: string): CollapsedGroups {
  const next = new Set(closed[side])
  if (!next.delete(group)) next.add(group)
  return { ...closed, [side]: next }
}

function isHidden({ kind, values }: PivotLine, closed: ReadonlySet<string>): boolean {
  return values.some((_, level) => {
    const isOwn = kind === 'subtotal' && level === values.length - 1
    return !isOwn && closed.has(groupKey(values.slice(0, level + 1)))
  })
}

/** Returns the indexes of visible lines; undefined if all are visible. Groups without a subtotal stay expanded. */
function seenOf(lines: readonly PivotLine[], closed: ReadonlySet<string>): readonly number[] | undefined {
  const foldable = closed.size === 0 ? closed : foldableGroups(lines)
  const shut = new Set([...closed].filter((group) => foldable.has(group)))
  if (shut.size === 0) return undefined
  return [...lines.keys()].filter((at) => !isHidden(lines[at] as PivotLine, shut))
}

const takeIndexes = <T>(all: readonly T[], seen: readonly number[] | undefined): readonly T[] =>
  seen === undefined ? all : seen.map((at) => all[at] as T)

/** Returns the table without the lines of collapsed groups. */
export function hideCollapsedLines<T extends PivotProps>(table: T, closed: CollapsedGroups): T {
  const rows = seenOf(table.rows, closed.row)
  const columns = seenOf(table.columns, closed.column)
  if (!rows && !columns) return table
  return {
    ...table,
    rows: takeIndexes(table.rows, rows),
    columns: takeIndexes(table.columns, columns),
    cells: takeIndexes(table.cells, columns).map((cells) => takeIndexes(cells, rows)),
  }
}
