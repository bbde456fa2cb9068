import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { textLiteral } from '../ansi.ts'
import type { TypedTable } from '../typed-table.ts'
import { dialect } from './dialect.ts'
import { open } from './open.ts'
import { type ParquetColumn, parquetColumn } from './parquet-column.ts'

/** Rows of the JSON file in one piece. */
const PIECE_ROWS = 1000
/** Bytes of the longest object that the JSON reader expects by default. */
const OBJECT_BYTES = 16 * 1024 * 1024

interface Writing {
  /** Folder for the files in between; they are removed. */
  readonly scratch: string
  /** Bytes the engine may plan with. */
  readonly memory: number
}

/** Returns a table as a Parquet file, with the types of `parquetColumn`. */
export async function writeParquet({ scratch, memory }: Writing, table: TypedTable): Promise<Uint8Array> {
  const folder = await mkdtemp(join(scratch, 'parquet-'))
  try {
    const columns = table.columns.map((column, index) => parquetColumn(column, table.cells[index] ?? []))
    const [rows, file] = [join(folder, 'rows.json'), join(folder, 'rows.parquet')]
    const longest = await writeRows(rows, table, columns)
    const opened = await open({ file: join(folder, 'none'), scratch: folder, memory, write: false, files: folder })
    try {
      const connection = await opened.connect()
      const select = selectOf(rows, table, columns, Math.max(OBJECT_BYTES, longest))
      await connection.run(`COPY (${select}) TO ${textLiteral(file)} (FORMAT parquet, COMPRESSION zstd)`)
      connection.closeSync()
    } finally {
      opened.close()
    }
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the rows as JSON, an object of texts in each line. Returns the bytes of the longest line. */
async function writeRows(file: string, table: TypedTable, columns: readonly ParquetColumn[]): Promise<number> {
  let longest = 0
  const line = (row: number): string => {
    const cells = columns.map(({ print }, index) => [`c${index}`, print(table.cells[index]?.[row] ?? null)] as const)
    const text = `${JSON.stringify(Object.fromEntries(cells))}\n`
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

function selectOf(file: string, table: TypedTable, columns: readonly ParquetColumn[], objectBytes: number): string {
  const texts = columns.map((_, index) => `c${index}: 'VARCHAR'`).join(', ')
  const list = columns.map(({ cast }, index) => `${cast(`c${index}`)} AS ${labelOf(table, index)}`).join(', ')
  const options = `format = 'newline_delimited', maximum_object_size = ${objectBytes}`
  return `SELECT ${list} FROM read_json(${textLiteral(file)}, columns = {${texts}}, ${options})`
}

/** An empty name is no identifier. */
function labelOf({ columns }: TypedTable, index: number): string {
  return dialect.quote(columns[index]?.name || `column_${index + 1}`)
}
