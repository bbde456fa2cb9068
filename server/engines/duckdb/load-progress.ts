import type { DuckDBConnection } from '@duckdb/node-api'
import type { OnRows } from '../engine.ts'

/** Milliseconds between two reports of the rows of a statement. */
const REPORT_MS = 200

/**
 * Runs a statement that stores `total` rows and reports the stored rows meanwhile. They are estimated from the share of
 * the file that the engine has read.
 */
export async function reportingRows<T>(
  connection: DuckDBConnection,
  total: number,
  onRows: OnRows | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (!onRows) return run()
  let last = 0
  const report = (): void => {
    // The engine restarts its count for each statement of the transaction, and returns -1 for an unknown progress.
    last = Math.max(last, Math.floor((Math.max(0, connection.progress.percentage) / 100) * total))
    onRows(Math.min(last, total), total)
  }
  onRows(0, total)
  const timer = setInterval(report, REPORT_MS)
  try {
    const result = await run()
    onRows(total, total)
    return result
  } finally {
    clearInterval(timer)
  }
}
