import { localNumber } from '#core/format/locale.ts'
import type { Table } from '#core/table/table.ts'
import { aggregateMetric, type ProfiledColumn, rowCountMetric } from './column-profile.ts'
import type { QueryObject } from './query-object.ts'

/** Maximum number of columns in one query for null shares. */
const MAX_NULL_SHARE_COLUMNS = 32
/** Maximum number of calculated columns with a null share; each needs a query of its own. */
const MAX_CALCULATED_NULL_SHARES = 8

/**
 * Returns the columns in groups that are queried together. A calculated column is a group of its own, because its
 * expression can fail.
 */
export function nullShareGroups(columns: readonly ProfiledColumn[]): readonly (readonly ProfiledColumn[])[] {
  const stored = columns.filter(({ expression }) => !expression)
  const calculated = columns.filter(({ expression }) => expression)
  const count = Math.ceil(stored.length / MAX_NULL_SHARE_COLUMNS)
  return [
    ...Array.from({ length: count }, (_, at) =>
      stored.slice(at * MAX_NULL_SHARE_COLUMNS, (at + 1) * MAX_NULL_SHARE_COLUMNS),
    ),
    ...calculated.slice(0, MAX_CALCULATED_NULL_SHARES).map((column) => [column]),
  ]
}

/** Returns the query for the row count and the non-null counts of one group of columns. */
export function nullShareQuery(columns: readonly ProfiledColumn[]): QueryObject {
  const counts = columns.map((column, at) => aggregateMetric('COUNT', column, `present_${at}`))
  return { columns: [], metrics: [rowCountMetric, ...counts], row_limit: 1 }
}

/**
 * Returns the shares of null by column name, above 0 to 1, from the result of `nullShareQuery`. Columns without nulls
 * are left out.
 */
export function readNullShares(
  columns: readonly ProfiledColumn[],
  table: Table | undefined,
): ReadonlyMap<string, number> {
  const cell = (name: string) => Number(table?.columns.find((each) => each.name === name)?.values[0] ?? Number.NaN)
  const rows = cell('rows')
  const shares = columns.map(({ column_name }, at) => [column_name, (rows - cell(`present_${at}`)) / rows] as const)
  // Without rows, and without a count, the share is not a number.
  return new Map(shares.filter(([, share]) => share > 0))
}

/** Returns a share as a percentage without decimals. Only no rows are 0%, and only all rows are 100%. */
export function nullShareText(share: number): string {
  if (share > 0 && share < 0.01) return '<1%'
  if (share > 0.99 && share < 1) return '>99%'
  return `${localNumber.format(Math.round(share * 100))}%`
}
