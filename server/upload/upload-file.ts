import { stat, truncate } from 'node:fs/promises'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { MAX_PREVIEW_BYTES, type UploadPreview, type UploadReport } from '#core/rest/upload.ts'
import type { Sources } from '#server/dataset/sources.ts'
import type { ExistingTableMode } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import { type CsvOptions, loadCsv, previewCsv, previewFields, withoutEngineText } from './csv.ts'
import type { UploadFormat } from './file-format.ts'
import type { NamedFile } from './unpack-file.ts'
import type { Uploader } from './uploader.ts'
import { readWorkbook } from './workbook.ts'

/** Maximum rows of a sheet that are read for a preview. */
const PREVIEW_ROWS = 2000

/** The options of an upload. */
export interface UploadOptions extends CsvOptions {
  /** The name of the sheet of a workbook. Default: the first. */
  readonly sheet?: string
}

/** A decompressed file of a known format. */
export interface UploadFile extends UploadFormat {
  readonly file: NamedFile
  readonly options: UploadOptions
}

/** A file to load into a table. */
export interface TableUpload extends UploadFile {
  readonly table: string
  /** Default: the default schema. */
  readonly schema?: string
  readonly existing: ExistingTableMode
}

/** Loads a file into a table and returns the report on its records. A failure changes nothing. */
export async function loadFile(
  sources: Sources,
  database: Database,
  upload: TableUpload,
  uploader: Uploader,
): Promise<UploadReport> {
  const { format, table, schema, existing } = upload
  const { sheet, ...options } = upload.options
  const target = { table, existing, ...(schema !== undefined && { schema }) }
  const file = upload.file.path
  if (format === 'csv') return loadCsv(sources, database, { ...target, file, options }, uploader)
  if (format === 'xlsx') {
    const { csv, textColumns } = await readWorkbook({ file, ...(sheet !== undefined && { sheet }) }, uploader)
    const reading = { ...options, ...ofSheet, textColumns }
    return loadCsv(sources, database, { ...target, file: csv, options: reading }, uploader)
  }
  if (!engineNamed(database.backend)?.load) throw new ApiError('upload-database', { args: [database.database_name] })
  try {
    const report = await sources.load(
      database,
      { ...target, ...rowsAndColumns(options), file, format },
      uploader.signal,
      uploader.onRows,
    )
    if (!report) throw new Error('A file was loaded without an account')
    return report
  } catch (error) {
    uploader.signal.throwIfAborted()
    throw withoutEngineText(error)
  }
}

const ofSheet = { encoding: 'utf-8', delimiter: ',', hasPlainNumbers: true } as const

/** Returns the options of all file formats. */
function rowsAndColumns(options: UploadOptions) {
  const { maxRows, columnsRead, columnPlan, rowNumbers, badCells, dateOrder, namedDateOrder, dateColumns, nullValues } =
    options
  return {
    ...(maxRows !== undefined && { maxRows }),
    ...(columnsRead !== undefined && { columnsRead }),
    ...(columnPlan !== undefined && { columnPlan }),
    ...(rowNumbers !== undefined && { rowNumbers }),
    ...(badCells !== undefined && { badCells }),
    ...(dateOrder !== undefined && { dateOrder }),
    ...(namedDateOrder !== undefined && { namedDateOrder }),
    ...(dateColumns !== undefined && { dateColumns }),
    ...(nullValues !== undefined && { nullValues }),
  }
}

/**
 * Returns the first rows of a file as `loadFile` would load them. `isCut` if the file is the beginning of a longer one,
 * which is possible only for text.
 */
export async function previewFile(
  sources: Sources,
  database: Database,
  upload: UploadFile,
  isCut: boolean,
  uploader: Uploader,
): Promise<UploadPreview> {
  const { format, file, type } = upload
  const { sheet, ...options } = upload.options
  if (format === 'csv') return previewCsv(sources, database, file.path, options, isCut || (await cut(file.path)))
  if (format === 'xlsx') {
    const task = { file: file.path, maxRows: PREVIEW_ROWS, ...(sheet !== undefined && { sheet }) }
    const found = await readWorkbook(task, uploader)
    const reading = { ...options, ...ofSheet, textColumns: found.textColumns }
    const preview = await previewCsv(sources, database, found.csv, reading, true)
    return { ...preview, type, sheets: found.sheets, sheet: found.sheet }
  }
  if (!engineNamed(database.backend)?.beginning)
    throw new ApiError('upload-database', { args: [database.database_name] })
  try {
    const found = await sources.beginning(database, { ...rowsAndColumns(options), file: file.path, format })
    return {
      type,
      sheets: [],
      sheet: null,
      encoding: 'utf-8',
      isEncodingSure: true,
      ...previewFields(found),
    }
  } catch (error) {
    throw withoutEngineText(error)
  }
}

/** Truncates a file to the part needed for a preview; returns true if it was longer. */
async function cut(path: string): Promise<boolean> {
  const { size } = await stat(path)
  if (size <= MAX_PREVIEW_BYTES) return false
  await truncate(path, MAX_PREVIEW_BYTES)
  return true
}
