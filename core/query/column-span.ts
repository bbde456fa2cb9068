import { type Table, TEMPORAL } from '#core/table/table.ts'
import type { Extent } from '#core/time/extent.ts'
import type { AdhocMetric, QueryObject } from './query-object.ts'

/** How many rows there are, and how far the moments of a column reach. */
export interface ColumnSpan {
  readonly rows: number
  /** In milliseconds; NaN where that is not known. */
  readonly span: number
  /** Absent where the column holds no moments. */
  readonly extent?: Extent
}

const count: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }

/** Asks for the span of a column. */
export function spanQuery(column: string): QueryObject {
  const end = (aggregate: string): AdhocMetric => ({
    expressionType: 'SIMPLE',
    aggregate,
    column: { column_name: column },
    label: aggregate,
  })
  return { columns: [], metrics: [count, end('MIN'), end('MAX')], row_limit: 1 }
}

/** What the answer to `spanQuery` says. */
export function readSpan(table: Table | undefined): ColumnSpan {
  const [rows, min, max] = table?.columns ?? []
  const first = min?.values[0]
  const last = max?.values[0]
  const known = { rows: Number(rows?.values[0] ?? Number.NaN) }
  if (typeof first !== 'number' || typeof last !== 'number') return { ...known, span: Number.NaN }
  // Numbers that count something else than milliseconds are no moments.
  return { ...known, span: last - first, ...(min?.type === TEMPORAL ? { extent: { first, last } } : {}) }
}
