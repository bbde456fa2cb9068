import type { FormData } from '#core/form/form-data.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { Table } from '#core/table/table.ts'
import type { AdhocMetric, QueryObject } from '#core/query/query-object.ts'

/** Statistics of a dataset's columns that decide which charts are suggested. */
export interface DatasetCounts {
  readonly rows: number
  /** Number of distinct values by column, for examined columns only. */
  readonly distinct: ReadonlyMap<string, number>
  /** Extent of the time column in milliseconds; NaN if unknown. */
  readonly span: number
}

/** The examined columns of a dataset. */
export interface ExaminedColumns {
  readonly columns: readonly string[]
  /** Its time column, if there is one. */
  readonly time: string | undefined
}

/** Maximum number of columns whose values one query counts. */
const MAX_COLUMNS = 16

const rows: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows', hasCustomLabel: true }

const distinctCountMetric = (column_name: string, at: number): AdhocMetric => ({
  expressionType: 'SIMPLE',
  aggregate: 'COUNT_DISTINCT',
  column: { column_name },
  label: `distinct_${at}`,
  hasCustomLabel: true,
})

const extremeMetric = (aggregate: 'MIN' | 'MAX', column_name: string): AdhocMetric => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name },
  label: aggregate,
  hasCustomLabel: true,
})

/**
 * Returns the query for the row count and column statistics of a dataset, with the time range and filters of a form.
 */
export function datasetCountsQuery({ columns, time }: ExaminedColumns, form: FormData): QueryObject {
  const ends = time === undefined ? [] : [extremeMetric('MIN', time), extremeMetric('MAX', time)]
  const metrics = [rows, ...columns.slice(0, MAX_COLUMNS).map(distinctCountMetric), ...ends]
  return { ...baseQuery({ ...form, metrics, groupby: [], columns: [] }), row_limit: 1 }
}

/** Reads the statistics from the result. */
export function readDatasetCounts({ columns }: ExaminedColumns, table: Table | undefined): DatasetCounts {
  const value = (name: string) => table?.columns.find((each) => each.name === name)?.values[0]
  const cell = (name: string) => Number(value(name) ?? 0)
  const [first, last] = [value('MIN'), value('MAX')]
  return {
    rows: cell('rows'),
    distinct: new Map(columns.slice(0, MAX_COLUMNS).map((name, at) => [name, cell(`distinct_${at}`)])),
    span: typeof first === 'number' && typeof last === 'number' ? last - first : Number.NaN,
  }
}

/** Returns the statistics of sample rows, for use where the data may not be queried. */
export function countsOfRows({ columns, rowCount }: Table): DatasetCounts {
  const counted = columns.map(
    ({ name, values }) => [name, new Set(values.filter((value) => value !== null)).size] as const,
  )
  return { rows: rowCount, distinct: new Map(counted), span: Number.NaN }
}
