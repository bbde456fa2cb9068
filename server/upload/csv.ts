import { createReadStream } from 'node:fs'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { TextEncoding, UploadPreview, UploadReport } from '#core/rest/upload.ts'
import type { Sources } from '#server/dataset/sources.ts'
import type { CsvReading, Existing } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { Uploader } from './uploader.ts'
import { encodingOf, inUtf8, wholeLines } from './encoding.ts'

/** A file to become a table. */
export interface Upload {
  /** Absolute path; nothing else lies in its folder. */
  readonly file: string
  readonly table: string
  /** The usual schema when absent. */
  readonly schema?: string
  readonly existing: Existing
  readonly options: CsvOptions
}

/** The options of a file of text; what is absent is found out. */
export interface CsvOptions extends Omit<CsvReading, 'file' | 'format'> {
  readonly encoding?: TextEncoding
}

/**
 * Loads a CSV file into a table of a database of our own files, and returns what became of its records. Delimiter,
 * header and types are found out from the whole file. Fails with the faults of uploads; a failure changes nothing.
 */
export async function loadCsv(
  sources: Sources,
  database: Database,
  upload: Upload,
  { signal, onRows }: Pick<Uploader, 'signal' | 'onRows'>,
): Promise<UploadReport> {
  const engine = engineNamed(database.backend)
  if (!engine?.load) throw new ApiError('upload-database', { args: [database.database_name] })
  const { file: given, options, ...target } = upload
  const { encoding, ...reading } = options
  await requireText(given)
  const { encoding: own, isSure } = encoding ? { encoding, isSure: true } : await encodingOf(given)
  const file = own === 'utf-8' && !encoding ? given : await inUtf8(given, own)
  // Asked of text only: what no encoding reads has failed above.
  const unsure = isSure ? {} : { isEncodingUnsure: true as const }
  try {
    const report = await sources.load(database, { ...target, file, ...reading, ...unsure }, signal, onRows)
    if (!report) throw new Error('A CSV file was loaded without an account')
    return report
  } catch (error) {
    signal.throwIfAborted()
    throw withoutEngineText(error)
  }
}

/** What `loadCsv` would make of the beginning of a file; `isCut` where there is more of it. */
export async function previewCsv(
  sources: Sources,
  database: Database,
  file: string,
  { encoding: said, ...reading }: CsvOptions,
  isCut: boolean,
): Promise<UploadPreview> {
  const engine = engineNamed(database.backend)
  if (!engine?.beginning) throw new ApiError('upload-database', { args: [database.database_name] })
  await requireText(file)
  const { encoding, isSure } = said ? { encoding: said, isSure: true } : await encodingOf(file, isCut)
  const text = isCut ? await wholeLines(file, encoding) : await inUtf8(file, encoding)
  try {
    const found = await sources.beginning(database, { file: text, ...reading })
    return {
      type: 'csv',
      sheets: [],
      sheet: null,
      encoding,
      isEncodingSure: isSure,
      delimiter: found.delimiter,
      has_header: found.hasHeader,
      unsure: found.unsure,
      report: found.report,
      missing: found.missing,
      date_order: found.dateOrder,
      columns: found.columns,
      column_count: found.columnNames.length,
      column_names: found.columnNames,
      rows: found.rows,
    }
  } catch (error) {
    throw withoutEngineText(error)
  }
}

/** Returns a fault as it is. The text of an engine names files of the server and SQL that nobody wrote: it is for the log. */
export function withoutEngineText(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError('upload-unreadable', { args: ['the database failed on its content'], cause: error })
}

/** Fails with `upload-unreadable` where a file has nothing but blanks. */
async function requireText(file: string): Promise<void> {
  for await (const bytes of createReadStream(file)) if ((bytes as Buffer).some((byte) => byte > 32)) return
  throw new ApiError('upload-unreadable', { args: ['it is empty'] })
}
