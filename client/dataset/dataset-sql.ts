import { askChartSql } from '#calls/chart-data.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'

/** Rows the statement of a table asks for: as many as samples have. */
const ROWS = 1000

/** The SQL of a dataset: its own, or a statement that reads its table. */
export async function datasetSql(dataset: DatasetAnswer, signal?: AbortSignal): Promise<string> {
  if (dataset.sql) return dataset.sql
  const columns = (dataset.columns ?? []).filter(({ expression }) => !expression).map(({ column_name }) => column_name)
  const context = { datasource: { id: dataset.id, type: 'table' }, queries: [{ columns, row_limit: ROWS }] }
  return (await askChartSql(context, signal)).join('\n\n')
}

/** Text that a template gives back as it is: what looks like its marks is quoted. */
export function asTemplate(text: string): string {
  return text.replaceAll(/\{[{%#]/g, (mark) => `{{ '${mark}' }}`)
}

/**
 * The SQL of a dataset that holds what another one does: that of a dataset made of SQL, else a statement that reads all of
 * the table. Where SQL is a template, names that look like one are kept from being read so.
 */
export async function copySql(dataset: DatasetAnswer, isTemplate: boolean): Promise<string> {
  if (dataset.sql) return dataset.sql
  const all = (await datasetSql(dataset)).replace(/\s+LIMIT \d+\s*$/i, '')
  return isTemplate ? asTemplate(all) : all
}
