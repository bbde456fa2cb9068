import type { Table } from '#core/table/table.ts'
import { type CellFormat, type RawRow, TableCollector } from './results.ts'

/** Number of rows and characters after which a chunk is delivered. */
const CHUNK_ROWS = 2000
const CHUNK_CHARACTERS = 1024 * 1024

/** Delivers the rows of a statement as tables of a few thousand rows. */
export class ChunkedRows<Raw extends { readonly length?: number } | number | boolean> {
  readonly #formats: readonly CellFormat<Raw>[]
  readonly #labels: readonly string[]
  readonly #take: (chunk: Table) => Promise<void>
  #chunk: TableCollector<Raw>
  #rows = 0
  #characters = 0
  /** Resolves when the delivered chunks have been processed. */
  #taken: Promise<void> | undefined

  /** `take` never rejects. */
  constructor(formats: readonly CellFormat<Raw>[], labels: readonly string[], take: (chunk: Table) => Promise<void>) {
    this.#formats = formats
    this.#labels = labels
    this.#take = take
    this.#chunk = this.#begin()
  }

  /** Adds a row. Returns a promise if further rows should wait for it. */
  add(row: RawRow<Raw>): Promise<void> | undefined {
    this.#chunk.row(row)
    this.#rows++
    for (const raw of row) this.#characters += typeof raw === 'object' || typeof raw === 'string' ? lengthOf(raw) : 0
    if (this.#rows < CHUNK_ROWS && this.#characters < CHUNK_CHARACTERS) return undefined
    return this.#give()
  }

  /** Delivers the remaining rows, or at least the columns. */
  async end(): Promise<void> {
    await this.#give()
  }

  #give(): Promise<void> {
    const chunk = this.#chunk.done()
    this.#chunk = this.#begin()
    this.#rows = 0
    this.#characters = 0
    // Rows that the driver has already read arrive while a chunk is processed.
    this.#taken = (this.#taken ?? Promise.resolve()).then(() => this.#take(chunk))
    return this.#taken
  }

  #begin(): TableCollector<Raw> {
    const chunk = new TableCollector<Raw>(this.#labels)
    chunk.begin(this.#formats)
    return chunk
  }
}

function lengthOf(raw: { readonly length?: number } | string | null): number {
  return raw?.length ?? 0
}
