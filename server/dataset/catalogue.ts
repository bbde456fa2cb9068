import type { Dataset } from '#core/entity/dataset.ts'
import { timeGrains } from '#core/time/grains.ts'
import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import type { Dialect } from '#server/engines/engine.ts'
import { kindOf } from '#server/sql/values.ts'

/** The columns of a dataset, for `result_type` `columns`. */
export function columnsAnswer(dataset: Dataset): readonly Record<string, unknown>[] {
  return dataset.columns.map((column) => ({
    column_name: column.column_name,
    verbose_name: column.verbose_name,
    dtype: column.is_dttm ? TEMPORAL : genericOf(kindOf(column)),
  }))
}

function genericOf(kind: ReturnType<typeof kindOf>): GenericType {
  const types = { number: NUMERIC, boolean: BOOLEAN, moment: TEMPORAL, text: STRING, any: STRING } as const
  return types[kind]
}

/** The time grains of an engine, for `result_type` `timegrains`; the original value comes first. */
export function grainsAnswer(dialect: Dialect): readonly Record<string, unknown>[] {
  return timeGrains.flatMap(({ code, label }) => {
    const template = code === null ? '{col}' : dialect.grains[code]
    return template ? [{ name: label, function: template, duration: code }] : []
  })
}
