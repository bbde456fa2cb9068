import { isForecastSeries } from '#charts/shared/series/forecast-points.ts'
import type { Series } from '#charts/shared/series/series-table-types.ts'

const hasPlace = (value: number | null): boolean => value === null || value > 0

/** Replaces values that a logarithmic axis cannot show with gaps, and counts them, except those of forecasts. */
export function maskLogAxisValues(
  series: readonly Series[],
  isLog: (series: Series) => boolean,
): { readonly series: readonly Series[]; readonly unplaced: number } {
  let unplaced = 0
  const drawn = series.map((each): Series => {
    if (!isLog(each) || each.values.every(hasPlace)) return each
    if (!isForecastSeries(each)) unplaced += each.values.filter((value) => !hasPlace(value)).length
    return { ...each, values: each.values.map((value) => (hasPlace(value) ? value : null)) }
  })
  return { series: drawn, unplaced }
}
