import { fetchDataset } from '#calls/datasets.ts'
import { fetchResource } from '#calls/resources.ts'
import { type QueryHistoryRow, fetchSqlPermalink, fetchSelectStar } from '#calls/sqllab.ts'
import type { DatasetResponse, SavedQueryResponse } from '#core/rest/responses.ts'
import type { RequestedQuery } from '#core/rest/sqllab.ts'
import { t } from '#core/text/t.ts'
import type { EditorTab } from './state/store.ts'

/** The parameters of the URL that open a tab; all are optional. */
export interface OpenRequest {
  readonly savedQueryId?: string | undefined
  readonly queryId?: string | undefined
  readonly datasetId?: string | undefined
  readonly dbid?: string | undefined
  readonly sql?: string | undefined
  readonly permalinkKey?: string | undefined
}

const NAMES = ['savedQueryId', 'queryId', 'datasetId', 'dbid', 'sql', 'permalinkKey'] as const

/** Parses the URL; undefined if it opens nothing. */
export function openRequest(search: Readonly<Record<string, unknown>>): OpenRequest | undefined {
  const pairs = NAMES.flatMap((name): [string, string][] => {
    const value = search[name]
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : []
  })
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs)
}

/** Returns the tab of a saved query, which a list shows without its template parameters. */
export async function savedQueryTab(id: number | string): Promise<Partial<EditorTab>> {
  const row = await fetchResource<SavedQueryResponse>('saved_query', id)
  return {
    label: row.label || t('Untitled query'),
    sql: row.sql ?? '',
    schema: row.schema,
    templateParams: row.template_parameters ?? null,
    ...(row.database ? { databaseId: row.database.id } : {}),
    savedQuery: { id: row.id, label: row.label },
  }
}

/** Returns the tab for a form post; if its dataset is unknown or not readable, only its SQL is used. */
export function requestedTab(request: RequestedQuery): Partial<EditorTab> {
  const { dataset, datasourceKey, sql, databaseId } = request
  return {
    label: dataset?.name ?? t('Untitled query'),
    sql,
    source: dataset,
    datasourceKey,
    schema: dataset?.schema ?? null,
    ...(databaseId === null ? {} : { databaseId }),
  }
}

async function datasetTab(id: number): Promise<Partial<EditorTab>> {
  const dataset: DatasetResponse = await fetchDataset(id)
  const databaseId = dataset.database?.id ?? null
  const schema = dataset.schema ?? null
  const sql = dataset.sql || (databaseId === null ? '' : await fetchSelectStar(databaseId, dataset.table_name, schema))
  const columns = (dataset.columns ?? []).map(({ column_name: name }) => name)
  return {
    label: dataset.table_name,
    sql,
    schema,
    ...(databaseId === null ? {} : { databaseId }),
    datasourceKey: `${id}__table`,
    source: { id, name: dataset.table_name, schema, databaseId: databaseId ?? 0, columns },
  }
}

/** Resolves the parameters of a URL to the fields of a new tab. */
export async function requestedFields(request: OpenRequest): Promise<Partial<EditorTab>> {
  const { savedQueryId, queryId, datasetId, permalinkKey, dbid, sql } = request
  if (permalinkKey !== undefined) {
    const shared = await fetchSqlPermalink(permalinkKey)
    return {
      label: shared.name || t('Untitled query'),
      sql: shared.sql ?? '',
      schema: shared.schema ?? null,
      templateParams: shared.templateParams ?? null,
      ...(typeof shared.dbId === 'number' ? { databaseId: shared.dbId } : {}),
    }
  }
  if (savedQueryId !== undefined) return savedQueryTab(savedQueryId)
  if (queryId !== undefined) {
    const query = await fetchResource<QueryHistoryRow>('query', queryId)
    const databaseId = query.database?.id
    return {
      label: query.tab_name || t('Untitled query'),
      sql: query.sql ?? '',
      schema: query.schema,
      ...(databaseId === undefined ? {} : { databaseId }),
    }
  }
  if (datasetId !== undefined) return datasetTab(Number(datasetId))
  const database = Number(dbid)
  return { sql: sql ?? '', ...(Number.isInteger(database) && database > 0 ? { databaseId: database } : {}) }
}
