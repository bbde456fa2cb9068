import type { TypedColumn, TypedTable } from '../typed-table.ts'
import type { ParquetConversion } from './parquet.ts'
import { CellFacts, textLine } from './parquet-column.ts'

/** Converts chunks to lines for a Parquet file, and collects the properties of their cells. */
export class ParquetRows {
  #facts: readonly CellFacts[] = []
  #longest = 0

  /** Returns the lines of a chunk for the file of rows. */
  lines({ columns, cells, rowCount }: TypedTable): string {
    if (this.#facts.length < columns.length) this.#facts = columns.map(() => new CellFacts())
    this.#facts.forEach((facts, index) => facts.add(cells[index] ?? []))
    const lines = Array.from({ length: rowCount }, (_, row) => textLine(cells.map((values) => values[row] ?? null)))
    for (const line of lines) this.#longest = Math.max(this.#longest, Buffer.byteLength(line))
    return lines.join('')
  }

  /** Returns the conversion of the file of rows to a Parquet file in the same folder. */
  conversion(rows: string, file: string, columns: readonly TypedColumn[]): ParquetConversion {
    return { rows, file, columns, facts: this.#facts.map((each) => each.values), longest: this.#longest }
  }
}
