import type { TypedColumn, TypedTable } from '../typed-table.ts'
import type { ParquetConversion } from './parquet.ts'
import { CellFacts, textLine } from './parquet-column.ts'

/** Rows on their way to a Parquet file: the lines of each chunk, and what the cells say about their types. */
export class ParquetRows {
  #facts: readonly CellFacts[] = []
  #longest = 0

  /** Returns the lines of a chunk, for the file of rows. */
  lines({ columns, cells, rowCount }: TypedTable): string {
    if (this.#facts.length < columns.length) this.#facts = columns.map(() => new CellFacts())
    this.#facts.forEach((facts, index) => facts.add(cells[index] ?? []))
    const lines = Array.from({ length: rowCount }, (_, row) => textLine(cells.map((values) => values[row] ?? null)))
    for (const line of lines) this.#longest = Math.max(this.#longest, Buffer.byteLength(line))
    return lines.join('')
  }

  /** Returns how the file of rows becomes a Parquet file of its folder. */
  conversion(rows: string, file: string, columns: readonly TypedColumn[]): ParquetConversion {
    return { rows, file, columns, facts: this.#facts.map((each) => each.values), longest: this.#longest }
  }
}
