import type { PivotTableForm } from './controls.ts'
import { dimensionsOf } from './dimensions.ts'
import { grainOf, isBucketed } from '#charts/shared/axes/grain.ts'
import type { SelectedMark } from '#charts/chart.ts'
import { valueText } from '#charts/shared/cell.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { columnLabel, type QueryFilter } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'

/** Returns the dimensions of the selections in form order, with the values of all selections. */
function selectedValues(selectedMarks: readonly SelectedMark[], form: PivotTableForm) {
  return dimensionsOf(form).all.flatMap((col) => {
    const label = columnLabel(col)
    const values = [
      ...new Set(
        selectedMarks.flatMap((selection) => (Object.hasOwn(selection, label) ? [selection[label] ?? null] : [])),
      ),
    ]
    return values.length > 0 ? [{ col, label, values }] : []
  })
}

/** Returns the filters of selected labels and cells, one per dimension. Time buckets have their grain. */
export function toDrillFilters(selectedMarks: readonly SelectedMark[], form: PivotTableForm): readonly QueryFilter[] {
  return selectedValues(selectedMarks, form).map(({ col, label, values }): QueryFilter => {
    const grain = isBucketed(label, form) ? { grain: grainOf(form) } : {}
    return { col, ...conditionOf(values), ...grain }
  })
}

/** Returns the data mask of selected labels and cells. An empty selection clears it. */
export function toDataMask(selectedMarks: readonly SelectedMark[], form: PivotTableForm): DataMask {
  const found = selectedValues(selectedMarks, form)
  if (found.length === 0) return { extraFormData: { filters: [] }, filterState: { value: null, selectedFilters: null } }
  return {
    extraFormData: { filters: toDrillFilters(selectedMarks, form) },
    filterState: {
      label: found.map(({ values }) => values.map(valueText).join(', ')).join('; '),
      value: found.map(({ values }) => values),
      selectedFilters: Object.fromEntries(found.map(({ label, values }) => [label, values])),
    },
  }
}

function conditionOf(values: readonly Value[]): Omit<QueryFilter, 'col'> {
  return values.every((value) => value === null) ? { op: 'IS NULL' } : { op: 'IN', val: values }
}
