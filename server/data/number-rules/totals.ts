import type { NumberRule, RuledChart } from './number-rule.ts'

type Form = RuledChart['form']

const SUMMING = ['handlebars', 'pivot_table_v2', 'sunburst_v2', 'table', 'treemap_v2']

/** Whether a form filters on metrics, by ad hoc filters or by an older HAVING. */
function filtersMetrics({ adhoc_filters: filters, having }: Form): boolean {
  const isHaving = (filter: unknown) => (filter as { readonly clause?: unknown } | null)?.clause === 'HAVING'
  return (typeof having === 'string' && having.trim() !== '') || (Array.isArray(filters) && filters.some(isHaving))
}

const limitsSeries = ({ series_limit: limit, limit: older }: Form): boolean => Number(limit ?? older ?? 0) > 0

/** Totals are computed over the groups that pass the metric filters. */
export const totalsAfterHaving: NumberRule = {
  id: 'totals-after-having',
  reason:
    'Totals, subtotals, shares and "Others" cover only groups that pass the metric filters; before, they covered all.',
  affects: ({ form }) => {
    const isPieOfOthers = form['viz_type'] === 'pie' && Number(form['slice_limit'] ?? 0) > 0
    return filtersMetrics(form) && (isPieOfOthers || SUMMING.includes(String(form['viz_type'])))
  },
}

/** Totals are computed before series are limited. */
export const totalsBeforeSeriesLimit: NumberRule = {
  id: 'totals-before-series-limit',
  reason: 'Totals with a series limit cover all series; before, they covered the series shown.',
  affects: ({ form }) =>
    ['pivot_table_v2', 'sunburst_v2', 'treemap_v2'].includes(String(form['viz_type'])) && limitsSeries(form),
}

/** Percentages of tables that name no base are shares of the rows shown. */
export const tableShareBase: NumberRule = {
  id: 'table-share-base',
  reason:
    'Percentages of a table saved without a base are shares of the rows shown; before, they were shares of all rows.',
  affects: ({ form: { viz_type, percent_metrics: metrics, percent_metric_calculation: base } }) =>
    viz_type === 'table' && Array.isArray(metrics) && metrics.length > 0 && base === undefined,
}
