import { isForecastSeries } from '#charts/shared/series/forecast-points.ts'
import type { Series } from '#charts/shared/series/series-table-types.ts'

const hasPosition = (value: number | null): boolean => value === null || value > 0

/** Replaces values that a logarithmic axis cannot show with gaps, and counts them, except those of forecasts. */
export function maskLogAxisValues(
  series: readonly Series[],
  isLog: (series: Series) => boolean,
): { readonly series: readonly Series[]; readonly unplaced: number } {
  let unplaced = 0
  const drawn = series.map((each): Series => {
    if (!isLog(each) || each.values.every(hasPosition)) return each
    if (!isForecastSeries(each)) unplaced += each.values.filter((value) => !hasPosition(value)).length
    return { ...each, values: each.values.map((value) => (hasPosition(value) ? value : null)) }
  })
  return { series: drawn, unplaced }
}
