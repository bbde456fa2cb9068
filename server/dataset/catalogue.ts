import type { Dataset, DatasetColumn } from '#core/entity/dataset.ts'
import { timeGrains } from '#core/time/grains.ts'
import { genericOf } from '#core/table/logical-type.ts'
import { type GenericType, STRING, TEMPORAL } from '#core/table/table.ts'
import type { Dialect } from '#server/engines/engine.ts'
import { logicalTypeOf } from '#server/sql/values.ts'

/** Returns the columns of a dataset, for `result_type` `columns`. */
export function columnsResponse(dataset: Dataset): readonly Record<string, unknown>[] {
  return dataset.columns.map((column) => ({
    column_name: column.column_name,
    verbose_name: column.verbose_name,
    dtype: dtypeOf(column),
  }))
}

function dtypeOf(column: DatasetColumn): GenericType {
  const type = logicalTypeOf(column)
  if (column.is_dttm) return TEMPORAL
  return type === undefined ? STRING : genericOf(type)
}

/** Returns the time grains of an engine, for `result_type` `timegrains`; the original value is first. */
export function grainsResponse(dialect: Dialect): readonly Record<string, unknown>[] {
  return timeGrains.flatMap(({ code, label }) => {
    const template = code === null ? '{col}' : dialect.grains[code]
    return template ? [{ name: label, function: template, duration: code }] : []
  })
}
