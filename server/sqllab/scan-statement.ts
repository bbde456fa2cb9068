import { callerKey } from '#core/access/current-user.ts'
import type { Source } from '#server/dataset/sources.ts'
import type { TypedTable } from '#server/engines/typed-table.ts'
import type { Sql } from '#server/engines/sql.ts'
import { distinctNames, runScheduled, type StatementRun, statementError, typedColumns } from './run-statement.ts'

/** Maximum bytes of rows in memory at a time. */
const CHUNK_BYTES = 64 * 1024 * 1024

interface StatementScan extends Omit<StatementRun, 'maxBytes' | 'creation'> {
  /** Receives the next rows; the engine waits meanwhile. */
  readonly take: (chunk: TypedTable) => Promise<void>
}

/** The outcome of a scan. `executed` is null if the SQL may contain row-level security rules. */
interface ScanOutcome {
  /** True if there were more rows than the limit. */
  readonly isLimited: boolean
  readonly executed: string | null
}

/**
 * Runs one SELECT of a user like `runStatement`, with the same validation and row-level security rules. It passes the
 * rows on in chunks; there is always at least one chunk, which has the columns.
 */
export function scanStatement(scan: StatementScan): Promise<ScanOutcome> {
  return runScheduled(scan, (source, signal) => scanOn(source, scan, signal))
}

async function scanOn(source: Source, scan: StatementScan, signal: AbortSignal): Promise<ScanOutcome> {
  const { chartData, user, database, sql, templateParams, maxRows, take } = scan
  const tableRules = await chartData.templates.tables(user, database)
  const rendered = await chartData.templates.sql({ user, database, sql, template_params: templateParams })
  let statement: Sql | undefined
  try {
    statement = await source.guard.statement(rendered, tableRules)
    const shape = await source.connection.shape(statement)
    const run = {
      signal,
      maxRows: maxRows + 1,
      maxBytes: CHUNK_BYTES,
      labels: distinctNames(shape),
      allDigits: true,
      author: callerKey(user),
    }
    let rows = 0
    await source.connection.scan(statement, run, async (chunk) => {
      const rowCount = Math.max(0, Math.min(chunk.rowCount, maxRows - rows))
      rows += chunk.rowCount
      const cells = chunk.columns.map(({ values }) => values.slice(0, rowCount))
      await take({ columns: typedColumns(chunk, shape), cells, rowCount })
    })
    return { isLimited: rows > maxRows, executed: tableRules.length === 0 ? statement.text : null }
  } catch (error) {
    throw await statementError(error, { given: scan, source, statement, rendered, isNarrowed: tableRules.length > 0 })
  }
}
