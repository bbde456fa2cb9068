import type * as z from 'zod'
import type { tableResponse } from '#core/rest/response-shapes.ts'
import { printRison } from '#core/rest/rison.ts'
import type { SqlExportJson } from '#core/rest/sqllab-export.ts'
import type { SqlExportFormat } from '#core/rest/sql-export-formats.ts'
import type {
  estimateResponse,
  PlanNode,
  QueryStateJson,
  SqlLabJson,
  SqlPreviewResponse,
  SqlResultJson,
  TabStateJson,
} from '#core/rest/sqllab.ts'

import { buildUrl, call, responseFailure, send } from '#calls/call.ts'

/** Download formats for the rows of a statement. */
export const exportFormats = ['csv', 'xlsx', 'parquet', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** A table or view created from the rows of a SELECT. */
export interface TableCreation {
  readonly method: 'TABLE' | 'VIEW'
  readonly name: string
}

/** A run of SQL. `start` is the offset of `sql` in the text of the editor. */
export interface RunRequest {
  readonly database_id: number
  readonly sql: string
  readonly client_id: string
  readonly schema: string | null
  readonly queryLimit: number
  readonly sql_editor_id: string
  readonly tab: string
  readonly start: number
  readonly templateParams: string | null
  /** The table or view that the last SELECT creates; absent to return its rows. */
  readonly creation?: TableCreation | undefined
}

/** Returns the databases, tabs and latest runs of the caller. */
export async function fetchSqlLab(signal?: AbortSignal): Promise<SqlLabJson> {
  return (await call<{ result: SqlLabJson }>('GET', '/api/v1/sqllab/', { signal })).result
}

/** Starts a run and returns it; its progress is polled with `fetchUpdatedQueries`. */
export async function executeSql({ creation, ...run }: RunRequest): Promise<QueryStateJson> {
  const created = { tmp_table_name: creation?.name ?? '', ctas_method: creation?.method ?? 'TABLE' }
  const body = { ...run, runAsync: true, select_as_cta: creation !== undefined, ...created }
  return (await call<{ query: QueryStateJson }>('POST', '/api/v1/sqllab/execute/', { body })).query
}

/** Returns the caller's runs that changed at this time (epoch milliseconds) or later. */
export async function fetchUpdatedQueries(since: number, signal?: AbortSignal): Promise<readonly QueryStateJson[]> {
  const q = printRison({ last_updated_ms: since })
  const path = '/api/v1/query/updated_since'
  return (await call<{ result: QueryStateJson[] }>('GET', path, { query: { q }, signal })).result
}

export function stopQuery(clientId: string): Promise<unknown> {
  return call('POST', '/api/v1/query/stop', { body: { client_id: clientId } })
}

/** Returns all rows that the server has stored for a statement. Fails with status 410 if they have expired. */
export function fetchQueryResults(key: string, signal?: AbortSignal): Promise<SqlResultJson> {
  return call('GET', '/api/v1/sqllab/results/', { query: { q: printRison({ key }) }, signal })
}

/** Returns the URL that downloads a statement's rows; `statement` counts from 0. */
export function exportUrl(clientId: string, format: ExportFormat, statement: number): string {
  const query = { format, statement: String(statement) }
  return buildUrl(`/api/v1/sqllab/export/${encodeURIComponent(clientId)}/`, query)
}

/** Starts an export of all rows of a statement; the server runs it again. */
export async function startExport(
  clientId: string,
  statement: number,
  format: SqlExportFormat,
): Promise<SqlExportJson> {
  const body = { client_id: clientId, statement, format }
  return (await call<{ result: SqlExportJson }>('POST', '/api/v1/sqllab/exports/', { body })).result
}

/** Returns the exports of the caller, oldest first. */
export async function fetchExports(signal?: AbortSignal): Promise<readonly SqlExportJson[]> {
  return (await call<{ result: SqlExportJson[] }>('GET', '/api/v1/sqllab/exports/', { signal })).result
}

/** Stops an export and deletes its file. */
export function removeExport(id: string): Promise<unknown> {
  return call('DELETE', `/api/v1/sqllab/exports/${encodeURIComponent(id)}`)
}

/** Returns the URL of the file of an export. */
export function exportFileUrl(id: string): string {
  return buildUrl(`/api/v1/sqllab/exports/${encodeURIComponent(id)}/file`)
}

/** Returns SQL formatted in the dialect of a database. */
export async function formatSql(sql: string, databaseId: number | null): Promise<string> {
  const body = { sql, ...(databaseId === null ? {} : { database_id: databaseId }) }
  return (await call<{ result: string }>('POST', '/api/v1/sqllab/format_sql/', { body })).result
}

/** SQL to explain, to preview or to estimate. */
export interface ExplainRequest {
  readonly database_id: number
  readonly schema: string | null
  readonly sql: string
  readonly templateParams: string | null
}

/** Returns the query plan of one SELECT; the server runs nothing. */
export async function explainSql(body: ExplainRequest, signal?: AbortSignal): Promise<PlanNode> {
  return (await call<{ result: PlanNode }>('POST', '/api/v1/sqllab/explain/', { body, signal })).result
}

/** Returns the estimated cost of each statement, as texts by label; the server runs nothing. */
export async function estimateSql(
  body: ExplainRequest,
  signal?: AbortSignal,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await call<z.output<typeof estimateResponse>>('POST', '/api/v1/sqllab/estimate/', { body, signal })).result
}

/** Returns the first rows of one SELECT while it is edited, or the reason why there are none. */
export function previewSql(body: ExplainRequest, signal?: AbortSignal): Promise<SqlPreviewResponse> {
  return call('POST', '/api/v1/sqllab/preview/', { body, signal })
}

/** A query as stored under its link. */
export interface SharedQuery {
  readonly dbId: number | null
  readonly name: string
  readonly schema: string | null
  readonly sql: string
  readonly templateParams: string | null
}

export function createSqlPermalink(query: SharedQuery): Promise<{ readonly key: string; readonly url: string }> {
  return call('POST', '/api/v1/sqllab/permalink', { body: query })
}

export async function fetchSqlPermalink(key: string): Promise<Partial<SharedQuery>> {
  const answer = await call<Partial<SharedQuery> & { result?: Partial<SharedQuery> }>(
    'GET',
    `/api/v1/sqllab/permalink/${encodeURIComponent(key)}`,
  )
  return answer.result ?? answer
}

/** The stored fields of an editor tab, under their wire names. */
export interface TabFields {
  readonly label: string
  readonly database_id: number | null
  readonly schema: string | null
  readonly sql: string
  readonly query_limit: number
  readonly latest_query_id: string | null
  readonly template_params: string | null
  readonly saved_query_id: number | null
  readonly datasource_key: string | null
}

const TABS = '/tabstateview/'

/** Creates a tab, which becomes the active one, and returns its id and version. Its runs and saved query are saved later. */
export async function createTab(
  fields: TabFields,
): Promise<{ readonly id: number; readonly etag: string | undefined }> {
  const queryEditor = JSON.stringify({
    name: fields.label,
    dbId: fields.database_id,
    schema: fields.schema,
    sql: fields.sql,
    queryLimit: fields.query_limit,
    templateParams: fields.template_params,
    datasourceKey: fields.datasource_key,
    autorun: false,
    hideLeftBar: false,
  })
  const response = await send('POST', TABS, { body: new URLSearchParams({ queryEditor }) })
  if (!response.ok) throw await responseFailure(response)
  const { id } = (await response.json()) as { readonly id: number }
  return { id, etag: response.headers.get('etag') ?? undefined }
}

/** A tab and its version, which a later save must send. */
export interface VersionedTab {
  readonly tab: TabStateJson
  readonly etag: string | undefined
}

export async function fetchTab(id: number): Promise<VersionedTab> {
  const response = await send('GET', `${TABS}${id}`)
  if (!response.ok) throw await responseFailure(response)
  return { tab: (await response.json()) as TabStateJson, etag: response.headers.get('etag') ?? undefined }
}

/** Saves fields of a tab and returns its new version. Fails with status 412 if `etag` is not the current version. */
export async function saveTab(
  id: number,
  fields: Partial<TabFields>,
  { etag, keepalive = false }: { readonly etag: string | undefined; readonly keepalive?: boolean },
): Promise<string | undefined> {
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [name, JSON.stringify(value)])
  const response = await send('PUT', `${TABS}${id}`, {
    body: new URLSearchParams(pairs),
    keepalive,
    ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
  })
  if (!response.ok) throw await responseFailure(response)
  return response.headers.get('etag') ?? undefined
}

export function activateTab(id: number): Promise<unknown> {
  return call('POST', `${TABS}${id}/activate`)
}

export function deleteTab(id: number): Promise<unknown> {
  return call('DELETE', `${TABS}${id}`)
}

export function restoreTab(id: number): Promise<unknown> {
  return call('POST', `${TABS}${id}/restore`)
}

/** A table as its database describes it. */
export type TableDetails = z.output<typeof tableResponse>

/** Returns the path of a table; databases without schemas use `null` as schema. */
const pathOf = (table: string, schema: string | null) =>
  `${encodeURIComponent(table)}/${encodeURIComponent(schema ?? 'null')}/`

export function fetchTableDetails(
  databaseId: number,
  table: string,
  schema: string | null,
  signal?: AbortSignal,
): Promise<TableDetails> {
  return call('GET', `/api/v1/database/${databaseId}/table/${pathOf(table, schema)}`, { signal })
}

/** Returns a SELECT of all columns of a table. */
export async function fetchSelectStar(databaseId: number, table: string, schema: string | null): Promise<string> {
  const path = `/api/v1/database/${databaseId}/select_star/${pathOf(table, schema)}`
  return (await call<{ result: string }>('GET', path)).result
}

/** A run in the history. Times are epoch milliseconds. */
export interface QueryHistoryRow {
  readonly id: number
  readonly sql: string | null
  readonly status: string
  readonly rows: number | null
  readonly schema: string | null
  readonly tab_name: string | null
  readonly start_time: number | null
  readonly end_time: number | null
  readonly database: { readonly id?: number; readonly database_name: string } | null
  readonly user?: { readonly first_name: string; readonly last_name: string } | null
}

/** Runs SQL synchronously and returns at most `limit` rows. */
export function fetchPreviewRows(
  query: {
    readonly databaseId: number
    readonly schema: string | null
    readonly sql: string
    readonly limit: number
    readonly clientId: string
  },
  signal?: AbortSignal,
): Promise<SqlResultJson> {
  const { databaseId, schema, sql, limit, clientId } = query
  const body = { database_id: databaseId, schema, sql, queryLimit: limit, client_id: clientId, runAsync: false }
  return call('POST', '/api/v1/sqllab/execute/', { body, signal })
}
