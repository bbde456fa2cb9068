import type { ChartInput, ChartType } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import { columnLabel, metricLabel, type QueryObject } from '#core/query/query-object.ts'
import type { EntryHead } from '#core/query/result.ts'
import { type GenericType, NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import { exampleDataset } from './example-columns.ts'
import { stepped } from './stepped.ts'

/** A cell of a made answer, by the label of its column and its row. */
export type ChartCell = (name: string, row: number) => Value

const hostile = ['na"me', 'a.b', '🙂', 'עברית', 'x'.repeat(500)]

/** Names that are hard to carry, beside counts. */
export const hostileCell: ChartCell = (name, row) => (name === 'count' ? row : (hostile[row] ?? null))

/** The examples of a chart, and the same with columns whose names are hard to carry. */
export function formsOf({ type, examples }: ChartType): readonly FormData[] {
  const hard = (example: object) =>
    JSON.parse(JSON.stringify(example).replaceAll('"origin"', '"עברית"').replaceAll('"carrier"', '"na\\"me"'))
  return [...examples, ...examples.map(hard)].map((example) => ({ ...example, viz_type: type, datasource: '1__table' }))
}

/** What an answer says beside its data. */
export const entry: EntryHead = {
  status: 'success',
  error: null,
  stacktrace: null,
  query: '',
  colnames: [],
  coltypes: [],
  rowcount: 0,
  sql_rowcount: 0,
  is_cached: false,
  cached_dttm: null,
  cache_key: null,
  cache_timeout: null,
  applied_filters: [],
  rejected_filters: [],
  from_dttm: null,
  to_dttm: null,
  cost: {
    queue: 0,
    plan: 0,
    engine: 0,
    post: 0,
    serialise: 0,
    cache: 'miss',
    bytes: 0,
    made_at: 0,
    row_limit: 0,
    capped: false,
  },
}

function typeOf(name: string): GenericType {
  return exampleDataset.columns.find(({ column_name }) => column_name === name)?.type_generic ?? STRING
}

/** The table a query would come back with, every cell made by `cell`. */
function answer(query: QueryObject, rowCount: number, cell: ChartCell): Table {
  const time = query.is_timeseries ? ['__timestamp'] : []
  const dimensions = (query.columns ?? []).map(columnLabel)
  const metrics = query.saved_chart ? ['count'] : (query.metrics ?? []).map(metricLabel)
  const column = (type: GenericType) => (name: string) => ({
    name,
    type,
    values: Array.from({ length: rowCount }, (_, row) => cell(name, row)),
  })
  const columns = [
    ...time.map(column(TEMPORAL)),
    ...dimensions.map((name) => column(typeOf(name))(name)),
    ...metrics.map(column(NUMERIC)),
  ]
  return stepped(query, { columns, rowCount })
}

/** What a chart is drawn from where all its answers are made by `cell`. */
export function inputOf(chart: ChartType, form: FormData, rowCount: number, cell: ChartCell): ChartInput {
  const tables = chart.toQueries(form).map((query) => answer(query, rowCount, cell))
  const dataset = { verbose_map: {}, column_formats: {} }
  return { form, tables, entries: tables.map(() => entry), dataset, labelColors: {} }
}
