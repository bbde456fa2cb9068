import { asMetric, listOf } from '#core/form/query-fields.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { type LineOrder, lineOrders } from './line-order.ts'

/** The settings of a pivot table. Rows, columns and metrics by their labels. */
export interface PivotForm {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly metrics: readonly string[]
  readonly aggregate: string
  /** The number formats of the dataset's metrics, with their currencies. */
  readonly formats?: Readonly<Record<string, string | undefined>> | undefined
  readonly transpose: boolean
  readonly combineMetrics: boolean
  readonly rowTotals: boolean
  readonly columnTotals: boolean
  readonly metricsOnRows: boolean
  /** Default: by label, ascending. */
  readonly rowOrder?: LineOrder | undefined
  readonly columnOrder?: LineOrder | undefined
  /** True if subtotals precede their groups (above or to the left); otherwise they follow. */
  readonly rowsFirst?: boolean | undefined
  readonly columnsFirst?: boolean | undefined
}

/** Reads the settings from the form of a client-side pivot table, limited to columns in the result. */
export function pivotForm(form: Readonly<Record<string, unknown>>, answered: readonly string[]): PivotForm {
  const known = (names: readonly string[]) => names.filter((name) => answered.includes(name))
  const labels = (key: string) =>
    known(listOf<string | { label?: string; sqlExpression?: string }>(form[key]).map(columnName))
  const metrics = listOf<unknown>(form['metrics']).flatMap((metric) => asMetric(metric) ?? [])
  return {
    rows: labels('groupbyRows'),
    columns: labels('groupbyColumns'),
    metrics: known(metrics.map(metricLabel)),
    aggregate: typeof form['aggregateFunction'] === 'string' ? form['aggregateFunction'] : 'Sum',
    transpose: form['transposePivot'] === true,
    combineMetrics: form['combineMetric'] === true,
    rowTotals: form['rowTotals'] === true,
    columnTotals: form['colTotals'] === true,
    metricsOnRows: form['metricsLayout'] === 'ROWS',
    rowOrder: lineOrders.find((order) => order === form['rowOrder']),
    columnOrder: lineOrders.find((order) => order === form['colOrder']),
    rowsFirst: form['rowSubtotalPosition'] === true,
    columnsFirst: form['colSubtotalPosition'] === true,
  }
}

function columnName(column: string | { label?: string; sqlExpression?: string }): string {
  return typeof column === 'string' ? column : (column.label ?? column.sqlExpression ?? '')
}
