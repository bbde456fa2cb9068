import { containsPattern } from '#core/filter/like.ts'
import {
  type BadRows,
  type DateOrder,
  PREVIEW_BYTES,
  type TextEncoding,
  type UploadPreview,
} from '#core/rest/upload.ts'
import { uploadTypeOf } from '#core/rest/upload-extensions.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import { type ColumnsEntry, type EntryHead, toTable } from '#core/query/result.ts'
import { withMoments } from '#core/query/stored-times.ts'
import { askChartData } from '#calls/chart-data.ts'
import { call } from '#calls/call.ts'
import { showResource } from '#calls/resources.ts'

export function loadDataset(id: number, signal?: AbortSignal): Promise<DatasetAnswer> {
  return showResource<DatasetAnswer>('dataset', id, signal)
}

export interface ColumnValue {
  readonly value: Value
  readonly count: number
}

/** Values of a column with how many rows have each, most frequent first. */
export async function columnValues(
  datasetId: number,
  column: string,
  options: { readonly search?: string; readonly limit?: number; readonly signal?: AbortSignal } = {},
): Promise<readonly ColumnValue[]> {
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: '__count' } as const
  const [entry] = await askChartData(
    {
      datasource: { id: datasetId, type: 'table' },
      queries: [
        {
          columns: [column],
          metrics: [count],
          filters: options.search ? [{ col: column, op: 'ILIKE', val: containsPattern(options.search) }] : [],
          orderby: [[count, false]],
          row_limit: options.limit ?? 1000,
          apply_fetch_values_predicate: true,
        },
      ],
    },
    { signal: options.signal },
  )
  if (!entry) return []
  const [values, counts] = toTable(entry).columns
  return (values?.values ?? []).map((value, row) => ({ value, count: Number(counts?.values[row] ?? 0) }))
}

/** Makes a dataset of the same SQL, columns and metrics under another name. */
export function duplicateDataset(id: number, table_name: string): Promise<{ readonly id: number }> {
  return call('POST', '/api/v1/dataset/duplicate', { body: { base_model_id: id, table_name } })
}

/** Milliseconds that a file may take to be sent and read. */
const UPLOAD_MS = 600_000

/** How a file is read; what is absent is found out. */
export interface UploadChoices {
  /** The sheet of a workbook; the first with rows when absent. */
  readonly sheet?: string
  readonly encoding?: TextEncoding
  readonly delimiter?: string
  readonly dateOrder?: DateOrder
  readonly hasHeader?: boolean
  readonly badRows?: BadRows
}

/** A file, the table it becomes, and what happens to a table of that name. */
export interface FileUpload extends UploadChoices {
  readonly file: File
  readonly table: string
  readonly existing: 'fail' | 'replace' | 'append'
}

function uploadForm({ sheet, encoding, delimiter, dateOrder, hasHeader, badRows }: UploadChoices): FormData {
  const body = new FormData()
  if (sheet) body.set('sheet_name', sheet)
  if (encoding) body.set('encoding', encoding)
  if (delimiter) body.set('delimiter', delimiter)
  if (dateOrder) body.set('date_order', dateOrder)
  if (hasHeader !== undefined) body.set('has_header', String(hasHeader))
  if (badRows) body.set('bad_rows', badRows)
  return body
}

/** What a database would make of a file. Of text its beginning is enough; other files are sent whole. */
export async function previewUpload(
  databaseId: number,
  file: File,
  choices: UploadChoices,
  signal?: AbortSignal,
): Promise<UploadPreview> {
  const body = uploadForm(choices)
  const isCut = file.size > PREVIEW_BYTES && uploadTypeOf(file.name) === 'csv'
  if (isCut) body.set('is_cut', 'true')
  body.set('file', isCut ? new File([file.slice(0, PREVIEW_BYTES)], file.name) : file)
  const path = `/api/v1/database/${databaseId}/upload_preview/`
  return (await call<{ result: UploadPreview }>('POST', path, { body, signal, timeout: UPLOAD_MS })).result
}

/** Sends a file to a database and makes a dataset of it. Fails with `upload-table-exists`. */
export function uploadFile(databaseId: number, asked: FileUpload): Promise<{ dataset_id: number }> {
  const body = uploadForm(asked)
  body.set('table_name', asked.table)
  body.set('already_exists', asked.existing)
  body.set('file', asked.file)
  return call('POST', `/api/v1/database/${databaseId}/upload/`, { body, timeout: UPLOAD_MS })
}

/** A dataset by the address that knows its kind. */
export function getDatasource(type: string, id: number, signal?: AbortSignal): Promise<DatasetAnswer> {
  return call('GET', `/datasource/get/${encodeURIComponent(type)}/${id}/`, { signal })
}

/** A dataset by its key, such as `3__table`. */
export function datasourceMetadata(key: string, signal?: AbortSignal): Promise<DatasetAnswer> {
  return call('GET', '/superset/fetch_datasource_metadata', { query: { datasourceKey: key }, signal })
}

/** Saves a dataset whole; the answer is the dataset as saved. `version`, when given, makes the change conditional. */
export function saveDatasource(data: object, version?: number): Promise<DatasetAnswer> {
  const body = new FormData()
  body.set('data', JSON.stringify(data))
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  return call('POST', '/datasource/save/', { body, headers })
}

/** A column as the source of a dataset has it. */
export interface SourceColumn {
  readonly name: string
  readonly type: string
  readonly is_dttm: boolean
}

/** The columns of the source of a dataset; `ground` is the source as edited, not saved yet. */
export function sourceColumns(
  datasetId: number,
  ground: { readonly sql?: string; readonly table_name?: string; readonly schema?: string },
): Promise<readonly SourceColumn[]> {
  return call('GET', `/datasource/external_metadata/table/${datasetId}/`, { query: ground })
}

/** Some rows of a dataset as they are. */
export async function datasetSamples(datasetId: number, limit: number, signal?: AbortSignal): Promise<ColumnsEntry> {
  const [entry] = await askChartData(
    { datasource: { id: datasetId, type: 'table' }, result_type: 'samples', queries: [{ row_limit: limit }] },
    { signal },
  )
  if (!entry) throw new Error('No answer for the samples.')
  return entry
}

/** Some rows of a dataset by the address of samples; from the cache unless `force`. */
export async function readSamples(datasetId: number, force: boolean, signal?: AbortSignal): Promise<ColumnsEntry> {
  const { result } = await call<{ result: EntryHead & { readonly data: readonly Readonly<Record<string, Value>>[] } }>(
    'GET',
    `/api/v1/dataset/${datasetId}/samples`,
    { query: { force: String(force) }, signal },
  )
  const { data, ...head } = result
  return withMoments({ ...head, columns: head.colnames.map((name) => data.map((row) => row[name] ?? null)) })
}

/** A page of the rows behind a chart; `total` is how many there are of them all. */
export interface DetailPage {
  readonly entry: ColumnsEntry
  readonly total: number
}

/** Rows of a dataset that a question narrows to, `size` of them at most; `page` counts from 0. */
export async function readDetail(
  datasetId: number,
  query: QueryObject,
  { page, size, signal }: { readonly page: number; readonly size: number; readonly signal?: AbortSignal },
): Promise<DetailPage> {
  type Rows = { readonly data: readonly Readonly<Record<string, Value>>[]; readonly total_count: number }
  const { result } = await call<{ result: EntryHead & Rows }>('POST', '/datasource/samples', {
    query: {
      datasource_type: 'table',
      datasource_id: String(datasetId),
      page: String(page + 1),
      per_page: String(size),
    },
    body: query,
    ...(signal ? { signal } : {}),
  })
  const { data, total_count: total, ...head } = result
  return {
    entry: withMoments({ ...head, columns: head.colnames.map((name) => data.map((row) => row[name] ?? null)) }),
    total,
  }
}
