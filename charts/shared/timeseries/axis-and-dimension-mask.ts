import type { SelectedMark } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { timeseriesDrill } from './timeseries-selection.ts'

/**
 * Returns the data mask of marks of an axis value and a dimension value: by both, and by period if the axis is
 * temporal.
 */
export function axisAndDimensionMask(
  selectedMarks: readonly SelectedMark[],
  sides: readonly (QueryColumn | undefined)[],
  form: FormData,
): DataMask {
  const mask = selectionMask(
    selectedMarks,
    sides.filter((each) => each !== undefined),
  )
  return selectedMarks.length === 0
    ? mask
    : { ...mask, extraFormData: { filters: timeseriesDrill(selectedMarks, form) } }
}
