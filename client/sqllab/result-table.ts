import type { SqlResultColumn, SqlResultJson } from '#core/rest/sqllab.ts'
import { BOOLEAN, type GenericType, NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

const TYPES: readonly GenericType[] = [NUMERIC, STRING, TEMPORAL, BOOLEAN]

const typeOf = ({ type_generic: generic, is_dttm: isTime }: SqlResultColumn): GenericType =>
  TYPES.find((type) => type === generic) ?? (isTime ? TEMPORAL : STRING)

/** Returns a cell of a row object: nested values as JSON. */
function cellOf(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'object') return JSON.stringify(value)
  return value as Value
}

/** Returns the rows of a statement as a table. */
export function resultTable({ columns, data }: Pick<SqlResultJson, 'columns' | 'data'>): Table {
  return {
    columns: columns.map((column) => ({
      name: column.name,
      type: typeOf(column),
      values: data.map((row) => cellOf(row[column.name])),
    })),
    rowCount: data.length,
  }
}
