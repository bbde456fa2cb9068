import type { DatasetColumn } from '#core/entity/dataset.ts'
import { genericOf } from '#core/table/logical-type.ts'
import { type GenericType, STRING, TEMPORAL } from '#core/table/table.ts'
import { logicalTypeOf } from '#server/sql/values.ts'

/** The generic type of a column, by what the dataset and the database say of it. */
export function genericType(column: DatasetColumn): GenericType {
  if (column.is_dttm) return TEMPORAL
  const type = logicalTypeOf(column)
  return type === undefined ? STRING : genericOf(type)
}
