import type { Table } from '#core/table/table.ts'
import type { Run } from '../engine.ts'
import { type Row, TableAnswer } from './answers.ts'

/** Number of rows and characters after which a chunk is delivered. */
const CHUNK_ROWS = 2000
const CHUNK_CHARACTERS = 1024 * 1024

/** Delivers the rows of a statement as tables of a few thousand rows. */
export class ChunkedRows {
  readonly #types: readonly number[]
  readonly #run: Pick<Run, 'labels' | 'allDigits'>
  readonly #take: (chunk: Table) => Promise<void>
  #answer: TableAnswer
  #rows = 0
  #characters = 0
  /** Resolves when the delivered chunks have been processed. */
  #taken: Promise<void> | undefined

  /** `take` never rejects. */
  constructor(types: readonly number[], run: Pick<Run, 'labels' | 'allDigits'>, take: (chunk: Table) => Promise<void>) {
    this.#types = types
    this.#run = run
    this.#take = take
    this.#answer = this.#begin()
  }

  /** Adds a row. Returns a promise if further rows should wait for it. */
  add(row: Row): Promise<void> | undefined {
    this.#answer.row(row)
    this.#rows++
    for (const text of row) this.#characters += text?.length ?? 0
    if (this.#rows < CHUNK_ROWS && this.#characters < CHUNK_CHARACTERS) return undefined
    return this.#give()
  }

  /** Delivers the remaining rows, or at least the columns. */
  async end(): Promise<void> {
    await this.#give()
  }

  #give(): Promise<void> {
    const chunk = this.#answer.done()
    this.#answer = this.#begin()
    this.#rows = 0
    this.#characters = 0
    // Rows that the driver has already read arrive while a chunk is processed.
    this.#taken = (this.#taken ?? Promise.resolve()).then(() => this.#take(chunk))
    return this.#taken
  }

  #begin(): TableAnswer {
    const answer = new TableAnswer(this.#run.labels, this.#run.allDigits)
    answer.begin(this.#types)
    return answer
  }
}
