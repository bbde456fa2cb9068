import { createReadStream } from 'node:fs'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { TextEncoding, UploadPreview, UploadReport } from '#core/rest/upload.ts'
import type { Sources } from '#server/dataset/sources.ts'
import type { CsvReading, ExistingTableMode } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { CsvPreview } from '#server/engines/load.ts'
import type { Uploader } from './uploader.ts'
import { encodingOf, inUtf8, writeCompleteLines } from './encoding.ts'

/** A file to load into a table. */
export interface Upload {
  /** Absolute path; its folder holds no other file. */
  readonly file: string
  readonly table: string
  /** Default: the default schema. */
  readonly schema?: string
  readonly existing: ExistingTableMode
  readonly options: CsvOptions
}

/** The options of a text file; absent ones are detected. */
export interface CsvOptions extends Omit<CsvReading, 'file' | 'format'> {
  readonly encoding?: TextEncoding
}

/**
 * Loads a CSV file into a table of a local database, and returns the report on its records. Delimiter, header and types
 * are detected from the whole file. Throws upload errors; a failure changes nothing.
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
  const { encoding: own, lineNotUtf8 } = encoding ? { encoding } : await encodingOf(given)
  const file = own === 'utf-8' && !encoding ? given : await inUtf8(given, own)
  // The user decides for text only: a file invalid in every encoding has failed above.
  const unsure = lineNotUtf8 === undefined ? {} : { lineNotUtf8 }
  try {
    const report = await sources.load(database, { ...target, file, ...reading, ...unsure }, signal, onRows)
    if (!report) throw new Error('A CSV file was loaded without an account')
    return report
  } catch (error) {
    signal.throwIfAborted()
    throw withoutEngineText(error)
  }
}

/** Returns the fields of a preview that the engine finds, as they are sent. */
export function previewFields(found: CsvPreview) {
  return {
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
}

/** Returns what `loadCsv` would load from the beginning of a file; `isCut` if the file is longer. */
export async function previewCsv(
  sources: Sources,
  database: Database,
  file: string,
  { encoding: requestedEncoding, ...reading }: CsvOptions,
  isCut: boolean,
): Promise<UploadPreview> {
  const engine = engineNamed(database.backend)
  if (!engine?.beginning) throw new ApiError('upload-database', { args: [database.database_name] })
  await requireText(file)
  const { encoding, lineNotUtf8 } = requestedEncoding ? { encoding: requestedEncoding } : await encodingOf(file, isCut)
  const text = isCut ? await writeCompleteLines(file, encoding) : await inUtf8(file, encoding)
  try {
    const found = await sources.beginning(database, { file: text, ...reading })
    return {
      type: 'csv',
      sheets: [],
      sheet: null,
      encoding,
      isEncodingSure: lineNotUtf8 === undefined,
      ...previewFields(found),
    }
  } catch (error) {
    throw withoutEngineText(error)
  }
}

/**
 * Returns an API error unchanged, any other without its text: texts of the engine name server files and generated SQL,
 * and are only for the log.
 */
export function withoutEngineText(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError('upload-unreadable', { args: ['the database failed on its content'], cause: error })
}

/** Throws `upload-unreadable` if a file has only whitespace. */
async function requireText(file: string): Promise<void> {
  for await (const bytes of createReadStream(file)) if ((bytes as Buffer).some((byte) => byte > 32)) return
  throw new ApiError('upload-unreadable', { args: ['it is empty'] })
}
