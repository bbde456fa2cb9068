import type { Dataset } from '#core/entity/dataset.ts'
import { columnLabel, isXAxis, type QueryObject } from '#core/query/query-object.ts'
import type { TimeFormats } from '#core/query/result.ts'
import { type GenericType, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import type { ResultColumn } from '#server/engines/engine.ts'

/** The time columns of a result. */
export interface ResultTimeColumns {
  /** The reported types: every column with the name of a time column is temporal. */
  readonly types: readonly GenericType[]
  readonly formats: TimeFormats
}

/**
 * Time columns selected as plain columns keep their stored values, such as seconds. Only the time column of the query,
 * its time axis and `__timestamp` are timestamps.
 */
export function resultTimeColumns(
  query: QueryObject,
  { columns: known }: Pick<Dataset, 'columns'>,
  columns: readonly ResultColumn[],
): ResultTimeColumns {
  const temporal = new Map(known.flatMap((each) => (each.is_dttm ? [[each.column_name, each]] : [])))
  const formats = new Map<string, string | null>()
  for (const column of query.columns ?? []) {
    const of = temporal.get(typeof column === 'string' ? column : column.sqlExpression)
    const label = columnLabel(column)
    const answered = columns.find(({ name }) => name === label)
    if (!of || isXAxis(column) || !answered || column === query.granularity) continue
    const isStored = answered.type === STRING || (answered.type === NUMERIC && of.python_date_format)
    if (isStored) formats.set(label, of.python_date_format || null)
  }
  return {
    types: columns.map(({ name, type }) => (temporal.has(name) ? TEMPORAL : type)),
    formats: Object.fromEntries(formats),
  }
}
