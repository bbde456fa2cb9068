import type { MixedForm } from './controls.ts'
import { dimensionsOf } from './query.ts'
import type { Pick } from '#charts/chart.ts'
import { pickMask } from '#charts/shared/selection/pick-mask.ts'
import { timeseriesDrill } from '#charts/shared/timeseries/timeseries-picks.ts'
import { xAxisOf } from '#core/form/base-query.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { QueryFilter } from '#core/query/query-object.ts'

/**
 * Returns the data mask of selected series by their dimensions. Without dimensions, a selected category filters by the
 * x axis.
 */
export function toMask(picked: readonly Pick[], form: MixedForm): DataMask {
  const x = xAxisOf(form)
  const columns = dimensionsOf(form)
  return pickMask(picked, columns.length > 0 || x === undefined ? columns : [x])
}

/** Returns the filters of the rows behind marks of either query. */
export function toDrill(picked: readonly Pick[], form: MixedForm): readonly QueryFilter[] {
  return timeseriesDrill(picked, { ...form, groupby: dimensionsOf(form) })
}
