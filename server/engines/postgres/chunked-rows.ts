import type { Table } from '#core/table/table.ts'
import type { Run } from '../engine.ts'
import { type Row, TableAnswer } from './answers.ts'

/** Rows and characters after which a chunk is given away. */
const CHUNK_ROWS = 2000
const CHUNK_CHARACTERS = 1024 * 1024

/** Rows of a statement as they come, given away as tables of some thousand rows. */
export class ChunkedRows {
  readonly #types: readonly number[]
  readonly #run: Pick<Run, 'labels' | 'allDigits'>
  readonly #take: (chunk: Table) => Promise<void>
  #answer: TableAnswer
  #rows = 0
  #characters = 0
  /** Settles when the chunks given away were taken. */
  #taken: Promise<void> | undefined

  /** `take` never rejects. */
  constructor(types: readonly number[], run: Pick<Run, 'labels' | 'allDigits'>, take: (chunk: Table) => Promise<void>) {
    this.#types = types
    this.#run = run
    this.#take = take
    this.#answer = this.#begin()
  }

  /** Adds a row. Returns a promise where further rows should wait until it settles. */
  add(row: Row): Promise<void> | undefined {
    this.#answer.row(row)
    this.#rows++
    for (const text of row) this.#characters += text?.length ?? 0
    if (this.#rows < CHUNK_ROWS && this.#characters < CHUNK_CHARACTERS) return undefined
    return this.#give()
  }

  /** Gives away what is left, the columns at least. */
  async end(): Promise<void> {
    await this.#give()
  }

  #give(): Promise<void> {
    const chunk = this.#answer.done()
    this.#answer = this.#begin()
    this.#rows = 0
    this.#characters = 0
    // Rows that the driver had read already come while a chunk is taken.
    this.#taken = (this.#taken ?? Promise.resolve()).then(() => this.#take(chunk))
    return this.#taken
  }

  #begin(): TableAnswer {
    const answer = new TableAnswer(this.#run.labels, this.#run.allDigits)
    answer.begin(this.#types)
    return answer
  }
}
