import type { Table } from '#core/table/table.ts'
import type { Run } from '../engine.ts'
import { ChunkedRows } from './chunked-rows.ts'
import type { CellFormat, RawRow, ResultCollector } from './results.ts'

/** Receives the rows of a statement. `begin` comes before all rows, with the formats of the columns by position. */
export interface RowTarget<Raw> {
  begin(formats: readonly CellFormat<Raw>[]): void
  /** Returns a promise if further rows should wait for it. It never rejects. */
  row(row: RawRow<Raw>): Promise<void> | undefined
  /** `maxBytes` limits each row or page, as chunks are processed before the next. */
  readonly isChunked?: true
}

/** Returns the result of a statement. `read` passes its rows to the target and resolves after the last. */
export async function collectRows<Raw, Result>(
  collector: ResultCollector<Raw, Result>,
  read: (target: RowTarget<Raw>) => Promise<void>,
): Promise<Result> {
  await read({
    begin: (formats) => collector.begin(formats),
    row: (row) => {
      collector.row(row)
      return undefined
    },
  })
  return collector.done()
}

/**
 * Passes the rows of a statement to `take` as tables of a few thousand rows, at least one. When `take` fails, the signal
 * of the run that `read` gets is aborted, no further chunk is taken, and the error of `take` is thrown.
 */
export async function scanRows<Raw extends { readonly length?: number } | number | boolean>(
  run: Run,
  take: (chunk: Table) => Promise<void>,
  read: (run: Run, target: RowTarget<Raw>) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController()
  let failed: { readonly error: unknown } | undefined
  const takeUntilFailure = async (chunk: Table): Promise<void> => {
    try {
      if (!failed) await take(chunk)
    } catch (error) {
      failed = { error }
      stopping.abort()
    }
  }
  let rows: ChunkedRows<Raw> | undefined
  try {
    await read(
      { ...run, signal: AbortSignal.any([run.signal, stopping.signal]) },
      {
        begin: (formats) => void (rows = new ChunkedRows(formats, run.labels, takeUntilFailure)),
        row: (row) => rows?.add(row),
        isChunked: true,
      },
    )
    await rows?.end()
  } catch (error) {
    throw failed ? failed.error : error
  }
  if (failed) throw failed.error
}
