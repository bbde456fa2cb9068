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

/** One line more: the lines `from` to `to`, exclusive, together; it stands behind them. */
interface Line {
  readonly path: Path
  readonly from: number
  readonly to: number
}

/** The grid with a total behind all columns and all rows, and a subtotal behind each group of either. */
export function withTotals(grid: Grid, { of, total, columns, rows }: Totals): Grid {
  const wide = columns ? withColumns(grid, lines(grid.columns, total), of) : grid
  if (!rows) return wide
  const tall = withColumns(turned(wide), lines(grid.rows, total), of)
  return turned(tall)
}

function turned(grid: Grid): Grid {
  return {
    columns: grid.rows,
    rows: grid.columns,
    cells: grid.rows.map((_, row) => grid.cells.map((cells) => cells[row] ?? null)),
  }
}

/** The total of everything, then those of the groups at each level but the last. */
function lines(paths: readonly Path[], total: string): readonly Line[] {
  const depth = paths[0]?.length ?? 0
  const found: Line[] = []
  for (let level = 0; level < depth; level++) {
    for (let from = 0; from < paths.length; ) {
      const group = paths[from]?.slice(0, level) ?? []
      let to = from + 1
      while (to < paths.length && sameStart(paths[to] ?? [], group)) to++
      const rest = Array.from({ length: depth - level - 1 }, () => '')
      found.push({ path: [...group, level === 0 ? total : SUBTOTAL, ...rest], from, to })
      from = to
    }
  }
  return found
}

function sameStart(path: Path, group: Path): boolean {
  return group.every((value, level) => path[level] === value)
}

function withColumns(grid: Grid, more: readonly Line[], of: Totals['of']): Grid {
  const columns: Path[] = []
  const cells: (readonly Value[])[] = []
  for (const [index, path] of grid.columns.entries()) {
    columns.push(path)
    cells.push(grid.cells[index] ?? [])
    // Inner groups end before outer ones.
    for (const line of more.filter(({ to }) => to === index + 1).toReversed()) {
      const own = grid.cells.slice(line.from, line.to)
      columns.push(line.path)
      cells.push(grid.rows.map((_, row) => of(own.map((column) => column[row] ?? null))))
    }
  }
  return { ...grid, columns, cells }
}
