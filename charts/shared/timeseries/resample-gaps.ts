import { isExpected } from './expected.ts'
import type { Series } from './series.ts'
import { resampleOf } from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'

/** Returns how many points have no value after the resampling of a form; 0 where it does not resample. */
export function resampleGaps(form: FormData, series: readonly Series[]): number {
  if (!resampleOf(form)) return 0
  const gaps = series.filter((each) => !isExpected(each)).map(({ values }) => values.filter((value) => value === null))
  return gaps.reduce((total, { length }) => total + length, 0)
}
