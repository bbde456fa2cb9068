import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { textLiteral } from '../ansi.ts'
import type { TypedColumn, TypedTable } from '../typed-table.ts'
import { dialect } from './dialect.ts'
import { withInterrupt } from './with-interrupt.ts'
import { open } from './open-database.ts'
import {
  CellStatistics,
  type ParquetColumnStatistics,
  type ParquetColumn,
  parquetColumn,
  textLine,
} from './parquet-column.ts'

/** Rows per write of the JSON file. */
const PIECE_ROWS = 1000
/** The JSON reader's default maximum object size in bytes. */
const OBJECT_BYTES = 16 * 1024 * 1024

interface ParquetWrite {
  /** Folder for temporary files, which are removed. */
  readonly scratch: string
  /** Memory limit of the engine in bytes. */
  readonly memory: number
}

/** A file of rows written by `textLine`, to be converted to a Parquet file in the same folder. */
export interface ParquetConversion {
  readonly rows: string
  readonly file: string
  readonly columns: readonly TypedColumn[]
  readonly statistics: readonly ParquetColumnStatistics[]
  /** Size of the longest line in bytes. */
  readonly longest: number
}

/** Returns a table as a Parquet file, with the types of `parquetColumn`. */
export async function writeParquet({ scratch, memory }: ParquetWrite, table: TypedTable): Promise<Uint8Array> {
  const folder = await mkdtemp(join(scratch, 'parquet-'))
  try {
    const statistics = table.cells.map((values) => {
      const each = new CellStatistics()
      each.add(values)
      return each
    })
    const [rows, file] = [join(folder, 'rows.json'), join(folder, 'rows.parquet')]
    const longest = await writeRows(rows, table)
    await convertParquet({ scratch: folder, memory }, { rows, file, columns: table.columns, statistics, longest })
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Converts a file of rows to a Parquet file. An aborted signal interrupts the engine. */
export async function convertParquet(
  { scratch, memory }: ParquetWrite,
  { rows, file, columns, statistics, longest }: ParquetConversion,
  signal = new AbortController().signal,
): Promise<void> {
  const folder = dirname(rows)
  const stored = columns.map((column, index) => parquetColumn(column, statistics[index] ?? new CellStatistics()))
  const opened = await open({ file: join(folder, 'none'), scratch, memory, write: false, files: folder })
  try {
    const connection = await opened.connect()
    const select = selectOf(rows, columns, stored, Math.max(OBJECT_BYTES, longest))
    const text = `COPY (${select}) TO ${textLiteral(file)} (FORMAT parquet, COMPRESSION zstd)`
    await withInterrupt(connection, signal, () => connection.run(text))
    connection.closeSync()
  } finally {
    opened.close()
  }
}

/** Writes the rows as JSON, one object of texts per line. Returns the size of the longest line in bytes. */
async function writeRows(file: string, table: TypedTable): Promise<number> {
  let longest = 0
  const line = (row: number): string => {
    const text = textLine(table.columns.map((_, index) => table.cells[index]?.[row] ?? null))
    longest = Math.max(longest, Buffer.byteLength(text))
    return text
  }
  function* pieces() {
    for (let from = 0; from < table.rowCount; from += PIECE_ROWS) {
      const count = Math.min(PIECE_ROWS, table.rowCount - from)
      yield Array.from({ length: count }, (_, index) => line(from + index)).join('')
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(file))
  return longest
}

function selectOf(
  file: string,
  columns: readonly TypedColumn[],
  stored: readonly ParquetColumn[],
  objectBytes: number,
): string {
  const texts = columns.map((_, index) => `c${index}: 'VARCHAR'`).join(', ')
  const list = stored.map(({ cast }, index) => `${cast(`c${index}`)} AS ${labelOf(columns, index)}`).join(', ')
  const options = `format = 'newline_delimited', maximum_object_size = ${objectBytes}`
  return `SELECT ${list} FROM read_json(${textLiteral(file)}, columns = {${texts}}, ${options})`
}

/** An empty name is not a valid identifier. */
function labelOf(columns: readonly TypedColumn[], index: number): string {
  return dialect.quote(columns[index]?.name || `column_${index + 1}`)
}
