import { call } from '#calls/call.ts'
import { createResource } from '#calls/resources.ts'
import { t } from '#core/text/t.ts'
import type { EditorTab } from './state/store.ts'

type Of = Pick<EditorTab, 'databaseId' | 'schema'>

/** Returns the SQL of a statement as stored in a dataset: without the semicolon at its end. */
export const datasetSql = (sql: string): string => sql.trim().replace(/;\s*$/, '')

/**
 * Returns the suggested name of a dataset created from a tab: its label and the time, such as `Late flights 2026-11-27
 * 14:05:09`.
 */
export function suggestedDatasetName(label: string, now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':')
  return t('%s %s %s', label, day, time)
}

/**
 * Creates a virtual dataset and returns its id. A temporary one is not listed, and is deleted after a day unless a chart
 * on it is saved.
 */
export async function createSqlDataset(
  { databaseId, schema }: Of,
  name: string,
  sql: string,
  options: { readonly isTemporary?: boolean } = {},
): Promise<number> {
  const temporary = options.isTemporary ? { is_temporary: true } : {}
  const body = { database: databaseId, schema, table_name: name, sql: datasetSql(sql), ...temporary }
  return (await createResource('dataset', body)).id
}

/** Replaces the SQL of a dataset and syncs its columns. */
export async function replaceDatasetSql(id: number, { databaseId, schema }: Of, sql: string): Promise<number> {
  await call('PUT', `/api/v1/dataset/${id}`, {
    query: { override_columns: 'true' },
    body: { database_id: databaseId, schema, sql: datasetSql(sql) },
  })
  await call('PUT', `/api/v1/dataset/${id}/refresh`)
  return id
}
