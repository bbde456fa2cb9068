import type { Chart } from '#core/entity/chart.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import {
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryFilter,
  type QueryMetric,
  type QueryObject,
} from '#core/query/query-object.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { chartQueries } from '#server/data/plan/chart-queries.ts'
import type { Store } from '#server/store/store.ts'

/** The names in a dataset that queries can use. */
interface Names {
  readonly columns: ReadonlySet<string>
  readonly metrics: ReadonlySet<string>
}

/** Returns one line for each chart that uses columns or metrics missing in its dataset, with their names. */
export async function brokenCharts({ datasets }: Pick<Store, 'datasets'>, charts: readonly Chart[]): Promise<string[]> {
  const known = new Map<number, Dataset | undefined>()
  const lines: string[] = []
  for (const chart of charts) {
    const { datasource_id: id } = chart
    if (!known.has(id)) known.set(id, await datasets.get(id))
    const dataset = known.get(id)
    const missing = dataset ? missingParts(chart, dataset) : []
    if (missing.length > 0)
      lines.push(
        `The chart ${chart.slice_name} (${chart.id}) uses columns or metrics that its dataset does not have: ${missing.join(', ')}`,
      )
  }
  return lines
}

/** Returns the names used by the queries of a chart that its dataset lacks, each with its type. */
function missingParts(chart: Chart, dataset: Dataset): readonly string[] {
  const names: Names = {
    columns: new Set(dataset.columns.map(({ column_name }) => column_name)),
    metrics: new Set(dataset.metrics.map(({ metric_name }) => metric_name)),
  }
  return [...new Set(chartQueries(chart).flatMap((query) => missingIn(query, names)))]
}

function missingIn(query: QueryObject, names: Names): readonly string[] {
  const { columns = [], series_columns: series = [], having_columns: having = [], orderby = [], granularity } = query
  const metrics = [...(query.metrics ?? []), ...(query.series_limit_metric ? [query.series_limit_metric] : [])]
  const labels = new Set([...columns.map(columnLabel), ...metrics.map(metricLabel)])
  const isKnown = (name: string) => names.columns.has(name) || names.metrics.has(name) || labels.has(name)
  const keys = orderby.flatMap(([key]) => (key ? [key] : []))
  return [
    ...[...columns, ...series, ...having].flatMap((each) => missingColumn(each, names)),
    ...(granularity ? missingColumn(granularity, names) : []),
    ...metrics.flatMap((each) => missingMetric(each, names)),
    ...keys.flatMap((key) => (typeof key === 'string' ? (isKnown(key) ? [] : [`column ${key}`]) : [])),
    ...(query.filters ?? []).flatMap((each) => missingFilter(each, names)),
  ]
}

/** Columns with their own SQL refer to no dataset name that could be missing. */
function missingColumn(column: QueryColumn, { columns }: Names): readonly string[] {
  const name = typeof column === 'string' ? column : column.isColumnReference ? column.sqlExpression : undefined
  return name === undefined || name === TIMESTAMP || columns.has(name) ? [] : [`column ${name}`]
}

function missingMetric(metric: QueryMetric, { columns, metrics }: Names): readonly string[] {
  const saved = typeof metric === 'string' ? metric : metric.expressionType ? undefined : metric.label
  if (saved !== undefined) return metrics.has(saved) ? [] : [`metric ${saved}`]
  const { expressionType, column } = metric as Extract<QueryMetric, { expressionType: string }>
  const name = expressionType === 'SIMPLE' ? column?.column_name : undefined
  return name === undefined || columns.has(name) ? [] : [`column ${name}`]
}

function missingFilter({ col, of = [] }: QueryFilter, names: Names): readonly string[] {
  return [...(col ? missingColumn(col, names) : []), ...of.flatMap((each) => missingFilter(each, names))]
}
