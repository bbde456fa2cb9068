import { type Table, TEMPORAL } from '#core/table/table.ts'
import type { Extent } from '#core/time/extent.ts'
import type { AdhocMetric, QueryObject } from './query-object.ts'

/** The number of rows, and the extent of a time column. */
export interface ColumnExtent {
  readonly rows: number
  /** In milliseconds; NaN if unknown. */
  readonly span: number
  /** Absent if the column contains no timestamps. */
  readonly extent?: Extent
}

const count: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }

/** Returns the query for the extent of a column. */
export function columnExtentQuery(column: string): QueryObject {
  const end = (aggregate: string): AdhocMetric => ({
    expressionType: 'SIMPLE',
    aggregate,
    column: { column_name: column },
    label: aggregate,
  })
  return { columns: [], metrics: [count, end('MIN'), end('MAX')], row_limit: 1 }
}

/** Reads the result of `columnExtentQuery`. */
export function parseColumnExtent(table: Table | undefined): ColumnExtent {
  const [rows, min, max] = table?.columns ?? []
  const first = min?.values[0]
  const last = max?.values[0]
  const known = { rows: Number(rows?.values[0] ?? Number.NaN) }
  if (typeof first !== 'number' || typeof last !== 'number') return { ...known, span: Number.NaN }
  // Numbers in other units than milliseconds are not timestamps.
  return { ...known, span: last - first, ...(min?.type === TEMPORAL ? { extent: { first, last } } : {}) }
}
