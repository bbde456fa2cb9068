import { containsPattern } from '#core/filter/like-pattern.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import { type ColumnarResult, type ResultMetadata, toTable } from '#core/query/result.ts'
import { withTimestamps } from '#core/query/stored-times.ts'
import { printRison } from '#core/rest/rison.ts'
import { fetchChartData } from '#calls/chart-data.ts'
import { call } from '#calls/call.ts'
import { fetchResource } from '#calls/resources.ts'

export function fetchDataset(id: number, signal?: AbortSignal): Promise<DatasetResponse> {
  return fetchResource<DatasetResponse>('dataset', id, signal)
}

export interface ColumnValue {
  readonly value: Value
  readonly count: number
}

/** Returns the values of a column with their row counts, most frequent first. */
export async function fetchColumnValues(
  datasetId: number,
  column: string,
  options: { readonly search?: string; readonly limit?: number; readonly signal?: AbortSignal } = {},
): Promise<readonly ColumnValue[]> {
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: '__count' } as const
  const [entry] = await fetchChartData(
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

/** Creates a dataset with the same SQL, columns and metrics under another name. */
export function duplicateDataset(id: number, table_name: string): Promise<{ readonly id: number }> {
  return call('POST', '/api/v1/dataset/duplicate', { body: { base_model_id: id, table_name } })
}

/** Returns a dataset by type and id. */
export function fetchDatasource(type: string, id: number, signal?: AbortSignal): Promise<DatasetResponse> {
  return call('GET', `/datasource/get/${encodeURIComponent(type)}/${id}/`, { signal })
}

/** A column found by a part of its name, with its dataset. */
export interface ColumnMatch {
  readonly dataset_id: number
  readonly dataset_name: string
  readonly column_name: string
  readonly verbose_name: string | null
}

/** Returns columns of datasets whose name or label contains a text. */
export async function findColumns(text: string, limit: number, signal?: AbortSignal): Promise<readonly ColumnMatch[]> {
  const query = { q: printRison({ filter: text, page_size: limit }) }
  const { result } = await call<{ result: ColumnMatch[] }>('GET', '/api/v1/dataset/columns/', { query, signal })
  return result
}

/** Returns a dataset by its key, such as `3__table`. */
export function fetchDatasourceMetadata(key: string, signal?: AbortSignal): Promise<DatasetResponse> {
  return call('GET', '/superset/fetch_datasource_metadata', { query: { datasourceKey: key }, signal })
}

/** Saves a complete dataset and returns it as saved. With `version`, the update is conditional. */
export function saveDatasource(data: object, version?: number): Promise<DatasetResponse> {
  const body = new FormData()
  body.set('data', JSON.stringify(data))
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  return call('POST', '/datasource/save/', { body, headers })
}

/** A column in the source of a dataset. */
export interface SourceColumn {
  readonly name: string
  readonly type: string
  readonly is_dttm: boolean
}

/** Returns the columns of the source of a dataset; `source` is the source with unsaved edits. */
export function fetchSourceColumns(
  datasetId: number,
  source: { readonly sql?: string; readonly table_name?: string; readonly schema?: string },
): Promise<readonly SourceColumn[]> {
  return call('GET', `/datasource/external_metadata/table/${datasetId}/`, { query: source })
}

/** Returns sample rows of a dataset. */
export async function fetchDatasetSamples(
  datasetId: number,
  limit: number,
  signal?: AbortSignal,
): Promise<ColumnarResult> {
  const [entry] = await fetchChartData(
    { datasource: { id: datasetId, type: 'table' }, result_type: 'samples', queries: [{ row_limit: limit }] },
    { signal },
  )
  if (!entry) throw new Error('No answer for the samples.')
  return entry
}

/** Returns sample rows of a dataset from the samples endpoint; cached unless `force`. */
export async function fetchSamples(datasetId: number, force: boolean, signal?: AbortSignal): Promise<ColumnarResult> {
  const { result } = await call<{
    result: ResultMetadata & { readonly data: readonly Readonly<Record<string, Value>>[] }
  }>('GET', `/api/v1/dataset/${datasetId}/samples`, { query: { force: String(force) }, signal })
  const { data, ...head } = result
  return withTimestamps({ ...head, columns: head.colnames.map((name) => data.map((row) => row[name] ?? null)) })
}

/** A page of the rows behind a chart; `total` is the number of all rows. */
export interface DetailRowsPage {
  readonly entry: ColumnarResult
  readonly total: number
}

/** Returns at most `size` rows of a dataset that match a query; `page` counts from 0. */
export async function fetchDetail(
  datasetId: number,
  query: QueryObject,
  { page, size, signal }: { readonly page: number; readonly size: number; readonly signal?: AbortSignal },
): Promise<DetailRowsPage> {
  type Rows = { readonly data: readonly Readonly<Record<string, Value>>[]; readonly total_count: number }
  const { result } = await call<{ result: ResultMetadata & Rows }>('POST', '/datasource/samples', {
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
    entry: withTimestamps({ ...head, columns: head.colnames.map((name) => data.map((row) => row[name] ?? null)) }),
    total,
  }
}
