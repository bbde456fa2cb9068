import { haveMixedCurrencies, readCurrency, withCurrency } from '#core/format/currency.ts'
import { asMetric, listOf } from '#core/form/query-fields.ts'
import { metricLabel } from '#core/query/query-object.ts'
import type { NumberRule } from './number-rule.ts'

/**
 * Pivot tables whose totals differ if they aggregate values instead of cells or other totals. A cell holds one value, so
 * the average or median of cells equals that of values if there are totals on one side only.
 */
export const pivotTotalsOfValues: NumberRule = {
  id: 'pivot-totals-of-values',
  reason:
    'Totals of a pivot table aggregate the values of their cells; before, they aggregated the cells or other totals.',
  affects: ({ form: { viz_type: type, aggregateFunction: name = 'Sum', rowTotals, colTotals } }) => {
    if (type !== 'pivot_table_v2') return false
    if (/^(Average|Median)$/.test(String(name))) return Boolean(rowTotals && colTotals)
    return /^(Count|List|Sample)|Fraction of (Rows|Columns)$/.test(String(name)) && Boolean(rowTotals || colTotals)
  },
}

/** Pivot tables with totals across metrics of different currencies; counts and lists have no currency. */
export const pivotTotalsOfOneCurrency: NumberRule = {
  id: 'pivot-totals-of-one-currency',
  reason:
    'Totals of a pivot table across metrics of different currencies are blank; before, the amounts were added up.',
  affects: ({ form, dataset }) => {
    const { viz_type: type, aggregateFunction: name = 'Sum', metricsLayout, rowTotals, colTotals } = form
    if (type !== 'pivot_table_v2' || /^(Count|List)/.test(String(name))) return false
    const labels = listOf<unknown>(form['metrics'])
      .flatMap((given) => asMetric(given) ?? [])
      .map(metricLabel)
    const formats = labels.map((label) => {
      const metric = dataset?.metrics.find(({ metric_name }) => metric_name === label)
      return withCurrency('', readCurrency(metric?.currency))
    })
    return Boolean(metricsLayout === 'ROWS' ? colTotals : rowTotals) && haveMixedCurrencies(formats)
  },
}

/** Histograms count all rows. */
export const histogramOfAllRows: NumberRule = {
  id: 'histogram-of-all-rows',
  reason: 'A histogram counts all rows that pass the filters; before, it counted the first rows up to its row limit.',
  affects: ({ form: { viz_type: type } }) => type === 'histogram' || type === 'histogram_v2',
}
