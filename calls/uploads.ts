import {
  type BadCells,
  type BadRows,
  type ColumnPlan,
  type DateOrder,
  PREVIEW_BYTES,
  type RunningUpload,
  type TextEncoding,
  type UploadPreview,
} from '#core/rest/upload.ts'
import { uploadTypeOf } from '#core/access/upload-extensions.ts'
import { call } from '#calls/call.ts'
import { type DatasetRefresh, undoRefresh } from '#calls/dataset-refresh.ts'
import { type OnSent, trackedRequest } from '#calls/tracked-request.ts'

/** Milliseconds that a preview may take to be sent and read. */
const PREVIEW_MS = 600_000
/** Milliseconds that a load may take to be sent and read. The page offers to cancel it before. */
const LOAD_MS = 4 * 3_600_000

/** How a file is read; what is absent is found out. */
export interface UploadChoices {
  /** The schema of the table; the usual one when absent. */
  readonly schema?: string
  /** The sheet of a workbook; the first with rows when absent. */
  readonly sheet?: string
  readonly encoding?: TextEncoding
  readonly delimiter?: string
  /** The character round fields. */
  readonly quote?: '"' | "'" | 'none' | undefined
  /** The character before a quote within quotes. */
  readonly escape?: '\\' | undefined
  readonly dateOrder?: DateOrder | undefined
  /** The character that marks decimals. */
  readonly decimal?: ',' | '.' | undefined
  readonly hasHeader?: boolean
  /** Rows above the header. */
  readonly skipRows?: number
  /** Words that are read as missing values, with commas between them. */
  readonly nullValues?: string
  readonly badRows?: BadRows
  readonly badCells?: BadCells
  readonly columnPlan?: readonly ColumnPlan[]
  /** Answers to questions of the server, by the field that each question names. */
  readonly answers?: Readonly<Record<string, string>>
}

/** A file, the table it becomes, and what happens to a table of that name. */
export interface FileUpload extends UploadChoices {
  readonly file: File
  readonly table: string
  readonly existing: 'fail' | 'replace' | 'append'
}

/** The course of a load, and its end by the caller. */
export interface UploadWait {
  readonly signal?: AbortSignal
  readonly onSent?: OnSent
  /** The key under which the upload is listed and goes on without this page. */
  readonly key?: string
}

/** Returns the fields of the choices as the form has them. Answers come last: they replace choices. */
function uploadForm(choices: UploadChoices): FormData {
  const { columnPlan, hasHeader, skipRows } = choices
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

/** Returns whether a preview sends the beginning of a file alone. Other formats are sent whole. */
export const isCutForPreview = (file: File): boolean => file.size > PREVIEW_BYTES && uploadTypeOf(file.name) === 'csv'

/** Returns the first rows of a file as a database would load them. */
export async function previewUpload(
  databaseId: number,
  file: File,
  choices: UploadChoices,
  signal?: AbortSignal,
): Promise<UploadPreview> {
  const body = uploadForm(choices)
  const isCut = isCutForPreview(file)
  if (isCut) body.set('is_cut', 'true')
  body.set('file', isCut ? new File([file.slice(0, PREVIEW_BYTES)], file.name) : file)
  const path = `/api/v1/database/${databaseId}/upload_preview/`
  return (await call<{ result: UploadPreview }>('POST', path, { body, signal, timeout: PREVIEW_MS })).result
}

/** A dataset whose table a file replaces, and the new names of its columns by old ones. */
export interface ReplacedData {
  readonly datasetId: number
  readonly renamed: Readonly<Record<string, string>>
}

/** Loads a file in place of the rows of a dataset; columns are renamed in the dataset and its charts as well. */
export function replaceData(
  databaseId: number,
  upload: FileUpload,
  { datasetId, renamed }: ReplacedData,
  { signal, onSent }: UploadWait = {},
): Promise<DatasetRefresh> {
  const body = uploadForm(upload)
  body.set('dataset_id', String(datasetId))
  body.set('renamed', JSON.stringify(renamed))
  body.set('file', upload.file)
  const transport = onSent && ((url: string, options: RequestInit) => trackedRequest(url, options, onSent))
  return call('POST', `/api/v1/database/${databaseId}/replace_data/`, { body, signal, transport, timeout: LOAD_MS })
}

/** Takes a replacement back: the rows, then the dataset and its charts. */
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

/** Returns the uploads of the user that go on without their page, and their latest results. */
export async function listUploads(signal?: AbortSignal): Promise<readonly RunningUpload[]> {
  return (await call<{ result: readonly RunningUpload[] }>('GET', '/api/v1/database/uploads/', { signal })).result
}

/** Stops an upload of the user, or removes its result from the list. */
export async function removeUpload(key: string): Promise<void> {
  await call('DELETE', `/api/v1/database/uploads/${encodeURIComponent(key)}`)
}
