import type { TypedColumn, TypedTable } from '../typed-table.ts'
import type { ParquetConversion } from './parquet.ts'
import { CellStatistics, textLine } from './parquet-column.ts'

/** Converts chunks to lines for a Parquet file, and collects the properties of their cells. */
export class ParquetRows {
  #statistics: readonly CellStatistics[] = []
  #longest = 0

  /** Returns the lines of a chunk for the file of rows. */
  lines({ columns, cells, rowCount }: TypedTable): string {
    if (this.#statistics.length < columns.length) this.#statistics = columns.map(() => new CellStatistics())
    this.#statistics.forEach((statistics, index) => statistics.add(cells[index] ?? []))
    const lines = Array.from({ length: rowCount }, (_, row) => textLine(cells.map((values) => values[row] ?? null)))
    for (const line of lines) this.#longest = Math.max(this.#longest, Buffer.byteLength(line))
    return lines.join('')
  }

  /** Returns the conversion of the file of rows to a Parquet file in the same folder. */
  conversion(rows: string, file: string, columns: readonly TypedColumn[]): ParquetConversion {
    return { rows, file, columns, statistics: this.#statistics.map((each) => each.values), longest: this.#longest }
  }
}
