import { type DuckDBConnection, DuckDBDecimalValue } from '@duckdb/node-api'

export type Cell = string | number | boolean | null

/** Returns the columns of a statement converted by the driver, with cells as in responses. */
export async function plainColumns(raw: DuckDBConnection, sql: string): Promise<Cell[][]> {
  const reader = await raw.runAndReadAll(sql)
  const exact = reader.getColumns()
  return reader.getColumnsJS().map((values, column) => {
    const decimals = exact[column] ?? []
    return values.map((value, row) => decimalOf(decimals[row]) ?? cellOf(value))
  })
}

/** Returns the cell of a decimal: a number if it holds every digit, otherwise text; undefined for other values. */
function decimalOf(value: unknown): Cell | undefined {
  if (!(value instanceof DuckDBDecimalValue)) return undefined
  const digits = value.scale > 0 ? value.toString().replace(/\.?0+$/, '') : value.toString()
  return String(Number(digits)) === digits ? Number(digits) : value.toString()
}

/** Returns a column of a driver's values as cells of responses. */
export function cellsOf(values: readonly unknown[]): Cell[] {
  return values.map(cellOf)
}

/** Runs a statement and fetches its chunks unread: the cost of the engine alone. */
export async function runRaw(raw: DuckDBConnection, sql: string): Promise<number> {
  const started = performance.now()
  await (await raw.run(sql)).fetchAllChunks()
  return performance.now() - started
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return value as Cell
}

/**
 * Returns the number of rows in which two results differ, and the first one. Rows are compared as a set, because
 * statements do not order ties. Sums of doubles may differ in the last digits, depending on the order of parallel
 * parts.
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
    JSON.stringify(columns.map((column) => roundCell(column[row]))),
  ).toSorted()
}

function roundCell(cell: Cell | undefined): Cell | undefined {
  return typeof cell === 'number' && !Number.isInteger(cell) ? Number(cell.toPrecision(12)) : cell
}
