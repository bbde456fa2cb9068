import type { DatasetColumn } from '#core/entity/dataset.ts'
import { genericOf } from '#core/table/logical-type.ts'
import { type GenericType, STRING, TEMPORAL } from '#core/table/table.ts'
import { logicalTypeOf } from '#server/sql/values.ts'

/** Returns the generic type of a column, from the dataset and the database type. */
export function genericType(column: DatasetColumn): GenericType {
  if (column.is_dttm) return TEMPORAL
  const type = logicalTypeOf(column)
  return type === undefined ? STRING : genericOf(type)
}
