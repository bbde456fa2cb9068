import type { DuckDBConnection } from '@duckdb/node-api'
import type { OnRows } from '../engine.ts'

/** Milliseconds between two reports of the rows of a statement. */
const REPORT_MS = 200

/**
 * Runs a statement that stores `total` rows and reports the stored rows meanwhile, as soon as the total is known. They are
 * estimated from the share of the file that the engine has read.
 */
export async function reportingRows<T>(
  connection: DuckDBConnection,
  total: number | Promise<number>,
  onRows: OnRows | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (!onRows) return run()
  let known: number | undefined
  let last = 0
  const report = (): void => {
    if (known === undefined) return
    // The engine restarts its count for each statement of the transaction, and returns -1 for an unknown progress.
    last = Math.max(last, Math.floor((Math.max(0, connection.progress.percentage) / 100) * known))
    onRows(Math.min(last, known), known)
  }
  const start = (rows: number): void => {
    known = rows
    onRows(0, rows)
  }
  if (typeof total === 'number') start(total)
  else total.then(start, () => {})
  const timer = setInterval(report, REPORT_MS)
  try {
    const result = await run()
    const rows = await total
    onRows(rows, rows)
    return result
  } finally {
    clearInterval(timer)
  }
}
