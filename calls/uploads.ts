import {
  type BadCells,
  type BadRowPolicy,
  type ColumnPlan,
  type DateOrder,
  MAX_PREVIEW_BYTES,
  type RunningUpload,
  type TextEncoding,
  type UploadPreview,
} from '#core/rest/upload.ts'
import { uploadTypeOf } from '#core/access/upload-extensions.ts'
import { call } from '#calls/call.ts'
import { type DatasetRefresh, undoRefresh } from '#calls/dataset-refresh.ts'
import { type UploadProgressHandler, trackedRequest } from '#calls/tracked-request.ts'

/** The timeout for sending and reading a preview, in milliseconds. */
const PREVIEW_MS = 600_000
/** The timeout for sending and reading a load, in milliseconds. The page offers to cancel it earlier. */
const LOAD_MS = 4 * 3_600_000

/** The options for reading a file; absent ones are detected. */
export interface UploadChoices {
  /** The schema of the table; the default one if absent. */
  readonly schema?: string
  /** The sheet of a workbook; the first one with rows if absent. */
  readonly sheet?: string
  readonly encoding?: TextEncoding
  readonly delimiter?: string
  /** The character around fields. */
  readonly quote?: '"' | "'" | 'none' | undefined
  /** The character before a quote inside quotes. */
  readonly escape?: '\\' | undefined
  readonly dateOrder?: DateOrder | undefined
  /** The decimal separator. */
  readonly decimal?: ',' | '.' | undefined
  readonly hasHeader?: boolean
  /** The number of rows to skip above the header. */
  readonly skipRows?: number
  /** The maximum number of rows to read; all if absent. */
  readonly maxRows?: number | undefined
  /** Words that are read as missing values, separated by commas. */
  readonly nullValues?: string
  readonly badRows?: BadRowPolicy
  readonly badCells?: BadCells
  readonly columnPlan?: readonly ColumnPlan[]
  /** Answers to questions of the server, by the field that each question names. */
  readonly answers?: Readonly<Record<string, string>>
}

/** A file, its target table, and what happens to an existing table of that name. */
export interface FileUpload extends UploadChoices {
  readonly file: File
  readonly table: string
  readonly existing: 'fail' | 'replace' | 'append'
}

/** The progress callback and the signal of a load. */
export interface UploadWait {
  readonly signal?: AbortSignal
  readonly onSent?: UploadProgressHandler
  /** The key under which the upload is listed and continues without this page. */
  readonly key?: string
}

/** Returns the form fields of the options. Answers come last because they override options. */
function uploadForm(choices: UploadChoices): FormData {
  const { columnPlan, hasHeader, skipRows, maxRows } = choices
  const fields: Readonly<Record<string, string | undefined>> = {
    schema: choices.schema,
    sheet_name: choices.sheet,
    encoding: choices.encoding,
    delimiter: choices.delimiter,
    quote_character: choices.quote,
    escape_character: choices.quote === 'none' ? undefined : choices.escape,
    date_order: choices.dateOrder,
    decimal_character: choices.decimal,
    has_header: hasHeader === undefined ? undefined : String(hasHeader),
    skip_rows: skipRows === undefined ? undefined : String(skipRows),
    rows_to_read: maxRows === undefined ? undefined : String(maxRows),
    null_values: choices.nullValues,
    bad_rows: choices.badRows,
    bad_cells: choices.badCells,
    column_plan: columnPlan && columnPlan.length > 0 ? JSON.stringify(columnPlan) : undefined,
    ...choices.answers,
  }
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value) body.set(name, value)
  return body
}

/** True if a preview sends only the beginning of a file. Other formats are sent completely. */
export const isPreviewTruncated = (file: File): boolean =>
  file.size > MAX_PREVIEW_BYTES && uploadTypeOf(file.name) === 'csv'

/** Returns the first rows of a file as a database would load them. */
export async function previewUpload(
  databaseId: number,
  file: File,
  choices: UploadChoices,
  signal?: AbortSignal,
): Promise<UploadPreview> {
  const body = uploadForm(choices)
  const isCut = isPreviewTruncated(file)
  if (isCut) body.set('is_cut', 'true')
  body.set('file', isCut ? new File([file.slice(0, MAX_PREVIEW_BYTES)], file.name) : file)
  const path = `/api/v1/database/${databaseId}/upload_preview/`
  return (await call<{ result: UploadPreview }>('POST', path, { body, signal, timeout: PREVIEW_MS })).result
}

/** A dataset whose table a file replaces, and the new column names by old names. */
export interface ReplacedData {
  readonly datasetId: number
  readonly table: string
  readonly renamed: Readonly<Record<string, string>>
}

/** Replaces the rows of a dataset with a file; columns are renamed in the dataset and its charts as well. */
export function replaceData(
  databaseId: number,
  upload: FileUpload,
  { datasetId, table, renamed }: ReplacedData,
  { signal, onSent, key }: UploadWait = {},
): Promise<DatasetRefresh> {
  const body = uploadForm(upload)
  if (key !== undefined) body.set('upload_key', key)
  // The name under which the upload is listed while the file arrives.
  body.set('table_name', table)
  body.set('dataset_id', String(datasetId))
  body.set('renamed', JSON.stringify(renamed))
  body.set('file', upload.file)
  const transport = onSent && ((url: string, options: RequestInit) => trackedRequest(url, options, onSent))
  return call('POST', `/api/v1/database/${databaseId}/replace_data/`, { body, signal, transport, timeout: LOAD_MS })
}

/** Reverts a replacement: the rows, then the dataset and its charts. */
export async function undoReplaceData(databaseId: number, datasetId: number, done: DatasetRefresh): Promise<void> {
  await call('POST', `/api/v1/database/${databaseId}/undo_replace_data/`, { body: { dataset_id: datasetId } })
  await undoRefresh(done)
}

/** Loads a file into a table and returns the id of its dataset. Fails with `upload-table-exists`. */
export function uploadFile(
  databaseId: number,
  upload: FileUpload,
  { signal, onSent, key }: UploadWait = {},
): Promise<{ dataset_id: number }> {
  const body = uploadForm(upload)
  if (key !== undefined) body.set('upload_key', key)
  body.set('table_name', upload.table)
  body.set('already_exists', upload.existing)
  body.set('file', upload.file)
  const transport = onSent && ((url: string, options: RequestInit) => trackedRequest(url, options, onSent))
  return call('POST', `/api/v1/database/${databaseId}/upload/`, { body, signal, transport, timeout: LOAD_MS })
}

/** Returns the user's uploads that continue without their page, and their latest results. */
export async function listUploads(signal?: AbortSignal): Promise<readonly RunningUpload[]> {
  return (await call<{ result: readonly RunningUpload[] }>('GET', '/api/v1/database/uploads/', { signal })).result
}

/** Stops an upload of the user, or removes its result from the list. */
export async function removeUpload(key: string): Promise<void> {
  await call('DELETE', `/api/v1/database/uploads/${encodeURIComponent(key)}`)
}
