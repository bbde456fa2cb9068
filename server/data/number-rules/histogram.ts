import type { NumberRule } from './number-rule.ts'

/** Histograms count all rows. */
export const histogramOfAllRows: NumberRule = {
  id: 'histogram-of-all-rows',
  reason: 'A histogram counts all rows that pass the filters; before, it counted the first rows up to its row limit.',
  affects: ({ form: { viz_type: type } }) => type === 'histogram' || type === 'histogram_v2',
}
