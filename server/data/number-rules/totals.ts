import type { NumberRule, RuledChart } from './number-rule.ts'

type Form = RuledChart['form']

/** True if a form filters on metrics, by ad hoc filters or by a legacy HAVING clause. */
function filtersMetrics({ adhoc_filters: filters, having }: Form): boolean {
  const isHaving = (filter: unknown) => (filter as { readonly clause?: unknown } | null)?.clause === 'HAVING'
  return (typeof having === 'string' && having.trim() !== '') || (Array.isArray(filters) && filters.some(isHaving))
}

/** Totals are computed over the groups that satisfy the metric filters. */
export const totalsAfterHaving: NumberRule = {
  id: 'totals-after-having',
  reason:
    'Totals, subtotals, shares and "Others" cover only groups that pass the metric filters; before, they covered all.',
  affects: ({ form }) => filtersMetrics(form),
}

/** Totals are computed before the series limit. Time-series charts have no series totals. */
export const totalsBeforeSeriesLimit: NumberRule = {
  id: 'totals-before-series-limit',
  reason: 'Totals with a series limit cover all series; before, they covered the series shown.',
  affects: ({ form: { series_limit: limit, limit: older, x_axis: axis, time_grain_sqla: grain } }) =>
    Number(limit ?? older ?? 0) > 0 && axis === undefined && grain === undefined,
}

/** Percentages in tables without a stated base are shares of the displayed rows. */
export const tableShareBase: NumberRule = {
  id: 'table-share-base',
  reason:
    'Percentages of a table saved without a base are shares of the rows shown; before, they were shares of all rows.',
  affects: ({ form: { percent_metrics: metrics, percent_metric_calculation: base } }) =>
    Array.isArray(metrics) && metrics.length > 0 && base === undefined,
}
