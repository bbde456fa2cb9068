import type { DatasetColumn } from '#core/entity/dataset.ts'
import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { kindOf } from '#server/sql/values.ts'

const types = { number: NUMERIC, boolean: BOOLEAN, moment: TEMPORAL, text: STRING, any: STRING } as const

/** The generic type of a column, by what the dataset and the database say of it. */
export function genericType(column: DatasetColumn): GenericType {
  return column.is_dttm ? TEMPORAL : types[kindOf(column)]
}
