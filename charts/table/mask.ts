import type { Pick } from '#charts/chart.ts'
import { valueText } from '#charts/shared/cell.ts'
import { columnConfig } from '#controls/shared/column-config.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn, type QueryFilter } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import { modeOf } from './mode.ts'

/**
 * What picked cells filter elsewhere: each pick names a column and the value of its cell; values of one column stand in
 * one condition. The bucket column of time carries its grain; a column with an
 * emit target filters by that one.
 */
export function toMask(picked: readonly Pick[], form: FormData): DataMask {
  const values = new Map<string, Value[]>()
  for (const pick of picked) {
    for (const [name, value] of Object.entries(pick)) values.set(name, [...(values.get(name) ?? []), value])
  }
  if (values.size === 0) return { extraFormData: { filters: [] }, filterState: { value: null, filters: null } }
  const columns: readonly QueryColumn[] = queryFields({ ...form, query_mode: modeOf(form) }).columns
  const filters = [...values].map(([name, list]): QueryFilter => {
    const target = columnConfig(form['column_config'], name).emitTarget
    const col = target ?? columns.find((each) => columnLabel(each) === name) ?? name
    const grain = name === '__timestamp' && form.time_grain_sqla ? { grain: form.time_grain_sqla } : {}
    if (list.every((value) => value === null)) return { col, op: 'IS NULL', ...grain }
    return { col, op: 'IN', val: list, ...grain }
  })
  return {
    extraFormData: { filters },
    filterState: {
      label: [...values.values()].flat().map(valueText).join(', '),
      value: [...values.values()],
      filters: Object.fromEntries(values),
    },
  }
}
