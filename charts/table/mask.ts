import type { SelectedMark } from '#charts/chart.ts'
import { valueText } from '#charts/shared/cell.ts'
import { columnConfig } from '#controls/shared/column-config.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { TableForm } from './controls.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn, type QueryFilter } from '#core/query/query-object.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import type { Value } from '#core/table/table.ts'

function valuesOf(selectedMarks: readonly SelectedMark[]): ReadonlyMap<string, Value[]> {
  const values = new Map<string, Value[]>()
  for (const selection of selectedMarks) {
    for (const [name, value] of Object.entries(selection)) values.set(name, [...(values.get(name) ?? []), value])
  }
  return values
}

/** Returns the filters of selected cells, one per column with all its values. Time buckets have their grain. */
export function toDrillFilters(selectedMarks: readonly SelectedMark[], form: TableForm): readonly QueryFilter[] {
  return conditionsOf(valuesOf(selectedMarks), form, () => undefined)
}

function conditionsOf(
  values: ReadonlyMap<string, readonly Value[]>,
  form: TableForm,
  targetOf: (name: string) => string | undefined,
): readonly QueryFilter[] {
  const columns: readonly QueryColumn[] = queryFields(form).columns
  return [...values].map(([name, list]): QueryFilter => {
    const col = targetOf(name) ?? columns.find((each) => columnLabel(each) === name) ?? name
    const grain = name === TIMESTAMP && form.time_grain_sqla ? { grain: form.time_grain_sqla } : {}
    if (list.every((value) => value === null)) return { col, op: 'IS NULL', ...grain }
    return { col, op: 'IN', val: list, ...grain }
  })
}

/** Returns the data mask of selected cells. A column with an emit target filters by that column. */
export function toDataMask(selectedMarks: readonly SelectedMark[], form: TableForm): DataMask {
  const values = valuesOf(selectedMarks)
  if (values.size === 0) return { extraFormData: { filters: [] }, filterState: { value: null, filters: null } }
  return {
    extraFormData: {
      filters: conditionsOf(values, form, (name) => columnConfig(form.column_config, name).emitTarget),
    },
    filterState: {
      label: [...values.values()].flat().map(valueText).join(', '),
      value: [...values.values()],
      filters: Object.fromEntries(values),
    },
  }
}
