import type { Value } from '#core/table/table.ts'
import type { Grid, Path } from './pivot-grid.ts'

/** Which totals are shown, how they are made, and what the overall one is called. */
export interface Totals {
  readonly of: (values: readonly Value[]) => Value
  readonly total: string
  readonly columns: boolean
  readonly rows: boolean
}

const SUBTOTAL = 'Subtotal'

/** What stands under a label. */
export interface Labelled {
  readonly path: Path
}

/** The grid with a total behind all columns and all rows, and a subtotal behind each group of either. */
export function withTotals(grid: Grid, { of, total, columns, rows }: Totals): Grid {
  const wide = columns ? withColumns(grid, total, of) : grid
  return rows ? turned(withColumns(turned(wide), total, of)) : wide
}

function turned(grid: Grid): Grid {
  return {
    columns: grid.rows,
    rows: grid.columns,
    cells: grid.rows.map((_, row) => grid.cells.map((cells) => cells[row] ?? null)),
  }
}

function withColumns(grid: Grid, total: string, of: Totals['of']): Grid {
  const columns = grid.columns.map((path, index) => ({ path, cells: grid.cells[index] ?? [] }))
  const all = withLines(columns, total, (members, path) => ({
    path,
    cells: grid.rows.map((_, row) => of(members.map(({ cells }) => cells[row] ?? null))),
  }))
  return { ...grid, columns: all.map(({ path }) => path), cells: all.map(({ cells }) => cells) }
}

/**
 * Entries in the order of their labels with a line more behind each group of them: behind all, and behind those alike
 * in all but the last levels. `make` is told how many levels the members of the group share.
 */
export function withLines<T extends Labelled>(
  entries: readonly T[],
  total: string,
  make: (members: readonly T[], path: Path, shared: number) => T,
): readonly T[] {
  const depth = entries[0]?.path.length ?? 0
  const ends = new Map<number, T[]>()
  // Inner groups end before outer ones.
  for (let shared = depth - 1; shared >= 0; shared--) {
    for (let from = 0; from < entries.length; ) {
      const group = entries[from]?.path.slice(0, shared) ?? []
      let to = from + 1
      while (to < entries.length && sameStart(entries[to]?.path ?? [], group)) to++
      const rest = Array.from({ length: depth - shared - 1 }, () => '')
      const path = [...group, shared === 0 ? total : SUBTOTAL, ...rest]
      ends.set(to, [...(ends.get(to) ?? []), make(entries.slice(from, to), path, shared)])
      from = to
    }
  }
  return entries.flatMap((entry, index) => [entry, ...(ends.get(index + 1) ?? [])])
}

function sameStart(path: Path, group: Path): boolean {
  return group.every((value, level) => path[level] === value)
}
