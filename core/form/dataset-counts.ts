import type { FormData } from '#core/form/form-data.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { Table } from '#core/table/table.ts'
import type { AdhocMetric, QueryObject } from '#core/query/query-object.ts'

/** What the columns of a dataset hold, as far as it decides which charts suit them. */
export interface DatasetCounts {
  readonly rows: number
  /** How many different values a column has; of columns that were looked at alone. */
  readonly distinct: ReadonlyMap<string, number>
  /** How far the moments of its time column reach, in milliseconds; NaN where that is not known. */
  readonly span: number
}

/** The columns of a dataset that are looked at. */
export interface LookedAt {
  readonly columns: readonly string[]
  /** Its column of moments, where it has one. */
  readonly time: string | undefined
}

/** A question counts the values of so many columns at most. */
const MAX_COLUMNS = 16

const rows: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows', hasCustomLabel: true }

const distinct = (column_name: string, at: number): AdhocMetric => ({
  expressionType: 'SIMPLE',
  aggregate: 'COUNT_DISTINCT',
  column: { column_name },
  label: `distinct_${at}`,
  hasCustomLabel: true,
})

const end = (aggregate: 'MIN' | 'MAX', column_name: string): AdhocMetric => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name },
  label: aggregate,
  hasCustomLabel: true,
})

/** Asks for the rows of a dataset and what is in its columns, under the time range and filters of a form. */
export function datasetCountsQuery({ columns, time }: LookedAt, said: FormData): QueryObject {
  const ends = time === undefined ? [] : [end('MIN', time), end('MAX', time)]
  const metrics = [rows, ...columns.slice(0, MAX_COLUMNS).map(distinct), ...ends]
  return { ...baseQuery({ ...said, metrics, groupby: [], columns: [] }), row_limit: 1 }
}

/** What the answer says. */
export function readDatasetCounts({ columns }: LookedAt, table: Table | undefined): DatasetCounts {
  const value = (name: string) => table?.columns.find((each) => each.name === name)?.values[0]
  const cell = (name: string) => Number(value(name) ?? 0)
  const [first, last] = [value('MIN'), value('MAX')]
  return {
    rows: cell('rows'),
    distinct: new Map(columns.slice(0, MAX_COLUMNS).map((name, at) => [name, cell(`distinct_${at}`)])),
    span: typeof first === 'number' && typeof last === 'number' ? last - first : Number.NaN,
  }
}

/** The same as far as some rows tell, where the data may not be asked. */
export function countsOfRows({ columns, rowCount }: Table): DatasetCounts {
  const counted = columns.map(
    ({ name, values }) => [name, new Set(values.filter((value) => value !== null)).size] as const,
  )
  return { rows: rowCount, distinct: new Map(counted), span: Number.NaN }
}
