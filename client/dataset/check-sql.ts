import { askChartData } from '#calls/chart-data.ts'
import { sourceColumns } from '#calls/datasets.ts'
import type { SqlCheck } from './CheckedSql.tsx'
import type { DatasetTabProps } from './edit-tab.ts'

type Editing = Pick<DatasetTabProps, 'dataset' | 'edit'>

/** Tries an expression over the dataset as it is saved, on no row; not where its source is being changed. */
export function expressionCheck({ dataset, edit }: Editing, kind: 'columns' | 'metrics'): SqlCheck | undefined {
  const isMoved =
    edit.sql !== (dataset.sql || null) ||
    edit.schema !== (dataset.schema ?? '') ||
    (edit.sql === null && edit.table_name !== dataset.table_name)
  if (isMoved) return undefined
  return (sqlExpression) => {
    const asked = { expressionType: 'SQL', sqlExpression, label: '__check' } as const
    const question = kind === 'metrics' ? { metrics: [asked] } : { columns: [asked], metrics: [] }
    return askChartData({
      datasource: { id: dataset.id, type: 'table' },
      queries: [{ ...question, extras: { where: '1 = 0' }, row_limit: 1 }],
    })
  }
}

/** Tries SQL as the source of the dataset: what columns it would give. */
export function sourceCheck({ dataset, edit }: Editing): SqlCheck {
  return (sql) => sourceColumns(dataset.id, { sql, table_name: edit.table_name, schema: edit.schema })
}
