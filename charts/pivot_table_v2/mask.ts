import { dimensionsOf, grainOf, isBucketed } from './dimensions.ts'
import type { Pick } from '#charts/chart.ts'
import { valueText } from '#charts/shared/cell.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { columnLabel, type QueryFilter } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'

/**
 * What picked labels and cells filter elsewhere: a condition for each of their dimensions, in the order of the form.
 * Buckets of time carry their grain. Nothing picked clears.
 */
export function toMask(picked: readonly Pick[], form: FormData): DataMask {
  const found = dimensionsOf(form).all.flatMap((col) => {
    const label = columnLabel(col)
    const values = [...new Set(picked.flatMap((pick) => (label in pick ? [pick[label] ?? null] : [])))]
    return values.length > 0 ? [{ col, label, values }] : []
  })
  if (found.length === 0) return { extraFormData: { filters: [] }, filterState: { value: null, selectedFilters: null } }
  const filters = found.map(({ col, label, values }): QueryFilter => {
    const grain = isBucketed(label, form) ? { grain: grainOf(form) } : {}
    return { col, ...conditionOf(values), ...grain }
  })
  return {
    extraFormData: { filters },
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
