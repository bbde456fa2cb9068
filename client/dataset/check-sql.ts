import { fetchChartData } from '#calls/chart-data.ts'
import { fetchSourceColumns } from '#calls/datasets.ts'
import type { SqlCheck } from './CheckedSql.tsx'
import type { DatasetTabProps } from './edit-tab.ts'

type EditedDataset = Pick<DatasetTabProps, 'dataset' | 'edit'>

/**
 * Returns a check of an expression against the saved dataset, reading no rows; undefined while its source has unsaved
 * changes.
 */
export function expressionCheck({ dataset, edit }: EditedDataset, kind: 'columns' | 'metrics'): SqlCheck | undefined {
  const isMoved =
    edit.sql !== (dataset.sql || null) ||
    edit.schema !== (dataset.schema ?? '') ||
    (edit.sql === null && edit.table_name !== dataset.table_name)
  if (isMoved) return undefined
  return (sqlExpression) => {
    const requested = { expressionType: 'SQL', sqlExpression, label: '__check' } as const
    const question = kind === 'metrics' ? { metrics: [requested] } : { columns: [requested], metrics: [] }
    return fetchChartData({
      datasource: { id: dataset.id, type: 'table' },
      queries: [{ ...question, extras: { where: '1 = 0' }, row_limit: 1 }],
    })
  }
}

/** Returns a check of SQL as the dataset's source, which resolves with the columns it would return. */
export function sourceCheck({ dataset, edit }: EditedDataset): SqlCheck {
  return (sql) => fetchSourceColumns(dataset.id, { sql, table_name: edit.table_name, schema: edit.schema })
}
