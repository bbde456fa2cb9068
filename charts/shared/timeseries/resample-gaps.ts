import { isForecastSeries } from '#charts/shared/series/forecast-points.ts'
import type { Series } from '#charts/shared/series/series.ts'
import { resampleOf } from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'

/** Returns the number of points without a value after resampling; 0 if the form does not resample. */
export function resampleGaps(form: FormData, series: readonly Series[]): number {
  if (!resampleOf(form)) return 0
  const gaps = series
    .filter((each) => !isForecastSeries(each))
    .map(({ values }) => values.filter((value) => value === null))
  return gaps.reduce((total, { length }) => total + length, 0)
}
