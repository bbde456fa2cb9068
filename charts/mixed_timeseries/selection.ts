import type { MixedForm } from './controls.ts'
import { dimensionsOf } from './query.ts'
import type { SelectedMark } from '#charts/chart.ts'
import { selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { timeseriesDrill } from '#charts/shared/timeseries/timeseries-selection.ts'
import { xAxisOf } from '#core/form/base-query.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { QueryFilter } from '#core/query/query-object.ts'

/**
 * Returns the data mask of selected series by their dimensions. Without dimensions, a selected category filters by the
 * x axis.
 */
export function toDataMask(selectedMarks: readonly SelectedMark[], form: MixedForm): DataMask {
  const x = xAxisOf(form)
  const columns = dimensionsOf(form)
  return selectionMask(selectedMarks, columns.length > 0 || x === undefined ? columns : [x])
}

/** Returns the filters of the rows behind marks of either query. */
export function toDrillFilters(selectedMarks: readonly SelectedMark[], form: MixedForm): readonly QueryFilter[] {
  return timeseriesDrill(selectedMarks, { ...form, groupby: dimensionsOf(form) })
}
