import { ApiError } from '#core/rest/api-error.ts'
import type { ResultColumn } from '../engine.ts'
import { resultColumn } from '../result-column.ts'
import { tooLarge } from '../result-too-large.ts'
import { toDuckDBValue, typesOf } from './bind.ts'
import type { RowChunk, ScanQuery } from './calls.ts'
import { type Cell, cellOf } from './cells.ts'
import { withInterrupt } from './with-interrupt.ts'
import type { OpenedDatabase } from './open-database.ts'

/** Rows of a SELECT that are read in chunks on demand. */
export class Scan {
  readonly #demands: Demand[] = []
  #wake: (() => void) | undefined
  /** Returns the error for users of an error of the engine. */
  explain: (error: unknown) => unknown = (error) => error

  /** Returns the next rows as a JSON list with a list of cells per row; `isLast` if there are no more. */
  next(signal: AbortSignal): Promise<RowChunk & { readonly data: Uint8Array }> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      this.#demands.push({ resolve, reject })
      this.#wake?.()
    })
  }

  /** Runs the statement and answers demands until all rows are read. An aborted signal interrupts the engine. */
  async run(opened: OpenedDatabase, question: ScanQuery, types: readonly string[], signal: AbortSignal): Promise<void> {
    const connection = await opened.connect()
    signal.addEventListener('abort', () => this.#wake?.(), { once: true })
    try {
      await withInterrupt(connection, signal, async () => {
        const { labels, params, maxBytes = Number.MAX_SAFE_INTEGER } = question
        const cells = types.map((type) => cellOf(type, question.allDigits))
        const columns = labels.map((label, index) => resultColumn(label, cells[index] as Cell))
        const result = await connection.stream(rowsSql(question, cells), params.map(toDuckDBValue), typesOf(params))
        for (let isLast = false; !isLast; ) {
          const demand = await this.#demand(signal)
          const chunk = await result.fetchChunk().catch((error: unknown) => {
            demand.reject(this.explain(error))
            throw error
          })
          isLast = !chunk || chunk.rowCount === 0
          const lines = chunk && !isLast ? (chunk.getColumnValues(0) as string[]) : []
          const data = Buffer.from(`[${lines.join(',')}]`)
          if (data.byteLength > maxBytes) throw tooLarge(maxBytes)
          demand.resolve({ data, columns, rowCount: lines.length, isLast })
        }
      })
    } catch (error) {
      for (const demand of this.#demands.splice(0)) demand.reject(this.explain(error))
      throw error
    } finally {
      connection.closeSync()
    }
  }

  async #demand(signal: AbortSignal): Promise<Demand> {
    while (this.#demands.length === 0) {
      signal.throwIfAborted()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    signal.throwIfAborted()
    return this.#demands.shift() as Demand
  }
}

interface Demand {
  resolve(chunk: RowChunk & { readonly data: Uint8Array; readonly columns: readonly ResultColumn[] }): void
  reject(error: unknown): void
}

/** Returns the statement that selects each row as a JSON list. Order and limit stay in the inner statement. */
function rowsSql({ text, labels, maxRows }: ScanQuery, cells: readonly Cell[]): string {
  if (cells.length < labels.length) throw new ApiError('columns-lost')
  const values = cells.slice(0, labels.length).map((cell, index) => {
    const value = cell.expression(`c${index}`)
    return cell.finish ? cell.finish.one(value) : value
  })
  const names = cells.map((_, index) => `c${index}`).join(', ')
  const source = `(SELECT * FROM (${text}\n) AS answer(${names}) LIMIT ${maxRows})`
  return `SELECT CAST(json_array(${values.join(', ')}) AS VARCHAR) AS line FROM ${source}`
}

/** The scans of a process by the number assigned by the server; a demand may arrive before its scan. */
export class Scans {
  readonly #scans = new Map<number, Scan>()

  of(id: number): Scan {
    const scan = this.#scans.get(id) ?? new Scan()
    this.#scans.set(id, scan)
    return scan
  }

  end(id: number): void {
    this.#scans.delete(id)
  }
}
