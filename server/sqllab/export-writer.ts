import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SqlExportFormat } from '#core/rest/sql-export-formats.ts'
import { tooLarge } from '#server/engines/result-too-large.ts'
import type { ParquetFile } from '#server/engines/engine.ts'
import type { Sources } from '#server/dataset/sources.ts'
import type { TypedColumn, TypedTable } from '#server/engines/typed-table.ts'
import { csvHeadings, csvRows } from '#server/files/csv.ts'
import { XlsxWriter } from '#server/files/xlsx-writer.ts'
import { resultTable, resultRecords } from './result-text.ts'

/** Name of a complete file in the folder of its export. */
const COMPLETE = 'file'

/** Writes the file of an export. */
export interface ExportWriter {
  /** Bytes on disk so far, including temporary files. */
  readonly bytes: number
  add(chunk: TypedTable): Promise<void>
  /** Completes the file. */
  end(signal: AbortSignal): Promise<void>
  /** Closes open files, whether or not the export is complete. */
  close(): Promise<void>
}

/** Returns the path of the complete file of an export. */
export function exportFile(folder: string): string {
  return join(folder, COMPLETE)
}

/** Creates the writer of a file format in a separate folder. */
export async function createExportWriter(
  folder: string,
  format: SqlExportFormat,
  sources: Pick<Sources, 'parquetFile'>,
): Promise<ExportWriter> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (format === 'xlsx') return new SheetWriter(folder)
  const handle = await open(join(folder, 'rows.part'), 'w', 0o600)
  if (format !== 'parquet') return new LinesWriter(folder, handle, linesOf[format])
  const target = join(folder, 'parquet.part')
  return new ParquetWriter(folder, handle, sources.parquetFile({ rows: join(folder, 'rows.part'), file: target }))
}

/** The text parts of a format. `isFirst` is true if no rows were written before. */
interface Lines {
  first(columns: readonly TypedColumn[]): string
  add(chunk: TypedTable, isFirst: boolean): string
  last(): string
}

const records = (chunk: TypedTable) => resultRecords(chunk, chunk.rowCount).map((row) => JSON.stringify(row))

const linesOf: Readonly<Record<'csv' | 'json' | 'ndjson', Lines>> = {
  csv: {
    first: (columns) => csvHeadings(columns.map(({ name }) => name)),
    add: (chunk) => csvRows(resultTable(chunk)),
    last: () => '',
  },
  json: {
    first: () => '[',
    add: (chunk, isFirst) => (chunk.rowCount === 0 ? '' : `${isFirst ? '\n' : ',\n'}${records(chunk).join(',\n')}`),
    last: () => '\n]\n',
  },
  ndjson: {
    first: () => '',
    add: (chunk) =>
      records(chunk)
        .map((line) => `${line}\n`)
        .join(''),
    last: () => '',
  },
}

class LinesWriter implements ExportWriter {
  readonly #folder: string
  readonly #handle: FileHandle
  readonly #lines: Lines
  #hasColumns = false
  #hasRows = false
  bytes = 0

  constructor(folder: string, handle: FileHandle, lines: Lines) {
    this.#folder = folder
    this.#handle = handle
    this.#lines = lines
  }

  async add(chunk: TypedTable): Promise<void> {
    const before = this.#hasColumns ? '' : this.#lines.first(chunk.columns)
    this.#hasColumns = true
    await this.#write(before + this.#lines.add(chunk, !this.#hasRows))
    this.#hasRows ||= chunk.rowCount > 0
  }

  async end(): Promise<void> {
    await this.#write(this.#lines.last())
    await this.close()
    await rename(join(this.#folder, 'rows.part'), exportFile(this.#folder))
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  async #write(text: string): Promise<void> {
    const { bytesWritten } = await this.#handle.write(text)
    this.bytes += bytesWritten
  }
}

class ParquetWriter implements ExportWriter {
  readonly #folder: string
  readonly #handle: FileHandle
  readonly #parquet: ParquetFile
  #columns: readonly TypedColumn[] = []
  bytes = 0

  constructor(folder: string, handle: FileHandle, parquet: ParquetFile) {
    this.#folder = folder
    this.#handle = handle
    this.#parquet = parquet
  }

  async add(chunk: TypedTable): Promise<void> {
    this.#columns = chunk.columns
    const { bytesWritten } = await this.#handle.write(this.#parquet.lines(chunk))
    this.bytes += bytesWritten
  }

  async end(signal: AbortSignal): Promise<void> {
    await this.close()
    await this.#parquet.end(this.#columns, signal)
    this.bytes = (await stat(join(this.#folder, 'parquet.part'))).size
    await rename(join(this.#folder, 'parquet.part'), exportFile(this.#folder))
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

/** Approximate uncompressed bytes of a sheet per byte on disk. */
const SHEET_RATIO = 8

class SheetWriter implements ExportWriter {
  readonly #folder: string
  readonly #sheet: XlsxWriter
  #size: number | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#sheet = new XlsxWriter(folder)
  }

  get bytes(): number {
    return this.#size ?? Math.ceil(this.#sheet.bytes / SHEET_RATIO)
  }

  async add(chunk: TypedTable): Promise<void> {
    await this.#sheet.add(resultTable(chunk))
    if (this.#sheet.isFull) throw tooLarge(2 ** 32)
  }

  async end(): Promise<void> {
    const path = join(this.#folder, 'xlsx.part')
    await this.#sheet.end(path)
    this.#size = (await stat(path)).size
    await rename(path, exportFile(this.#folder))
  }

  async close(): Promise<void> {
    await this.#sheet.close()
  }
}
