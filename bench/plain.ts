import type { DuckDBConnection } from '@duckdb/node-api'

export type Cell = string | number | boolean | null

/** The columns of a statement by the driver's own conversion, cells as answers have them. */
export async function plainColumns(raw: DuckDBConnection, sql: string): Promise<Cell[][]> {
  const columns = (await raw.runAndReadAll(sql)).getColumnsJS()
  return columns.map(cellsOf)
}

/** A column of a driver's values, as answers have them. */
export function cellsOf(values: readonly unknown[]): Cell[] {
  return values.map(cellOf)
}

/** Runs a statement and takes its chunks, unread: what the engine itself costs. */
export async function runRaw(raw: DuckDBConnection, sql: string): Promise<number> {
  const started = performance.now()
  await (await raw.run(sql)).fetchAllChunks()
  return performance.now() - started
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return value as Cell
}

/**
 * Rows in which two answers differ, and the first of them; rows count as a set, because statements leave the order of
 * equals open. Sums of doubles differ in their last digits by the order of the parallel parts.
 */
export function differingRows(left: readonly Cell[][], right: readonly Cell[][]): { count: number; first: string } {
  const [a, b] = [rowsOf(left), rowsOf(right)]
  const rows = a.length >= b.length ? a : b
  const differing = rows.flatMap((_, row) => (a[row] === b[row] ? [] : [`${a[row]} ${b[row]}`]))
  return { count: differing.length, first: differing[0] ?? '' }
}

function rowsOf(columns: readonly Cell[][]): string[] {
  const count = columns[0]?.length ?? 0
  return Array.from({ length: count }, (_, row) =>
    JSON.stringify(columns.map((column) => rounded(column[row]))),
  ).toSorted()
}

function rounded(cell: Cell | undefined): Cell | undefined {
  return typeof cell === 'number' && !Number.isInteger(cell) ? Number(cell.toPrecision(12)) : cell
}
