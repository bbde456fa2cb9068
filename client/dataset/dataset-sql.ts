import { fetchChartSql } from '#calls/chart-data.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'

/** The row limit of the statement for a table, as for samples. */
const ROWS = 1000

/** Returns the SQL of a dataset: its own, or a statement that reads its table. */
export async function datasetSql(dataset: DatasetResponse, signal?: AbortSignal): Promise<string> {
  if (dataset.sql) return dataset.sql
  const columns = (dataset.columns ?? []).filter(({ expression }) => !expression).map(({ column_name }) => column_name)
  const context = { datasource: { id: dataset.id, type: 'table' }, queries: [{ columns, row_limit: ROWS }] }
  return (await fetchChartSql(context, signal)).join('\n\n')
}

/** Escapes text for a template: everything that looks like template syntax is quoted. */
export function escapeTemplate(text: string): string {
  return text.replaceAll(/\{[{%#]/g, (mark) => `{{ '${mark}' }}`)
}

/**
 * Returns SQL with the same contents as a dataset: its own SQL, or a statement that reads the whole table. If SQL is a
 * template, names that look like template syntax are escaped.
 */
export async function copySql(dataset: DatasetResponse, isTemplate: boolean): Promise<string> {
  if (dataset.sql) return dataset.sql
  const all = (await datasetSql(dataset)).replace(/\s+LIMIT \d+\s*$/i, '')
  return isTemplate ? escapeTemplate(all) : all
}
