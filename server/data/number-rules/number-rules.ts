import { findChartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import { histogramOfAllRows, pivotTotalsOfOneCurrency, pivotTotalsOfValues } from './chart-rules.ts'
import { exactFilterValues, likeEscape, textOnNumber } from './filter-rules.ts'
import type { NumberRule, ChartWithDataset } from './number-rule.ts'
import { exactStoredBounds, instantsInZone, resampleFirst, weekStartOfGrain } from './time-rules.ts'
import { logicalTypeOf } from '#server/sql/values.ts'

type Form = ChartWithDataset['form']

/** True if a form filters on metrics, by ad hoc filters or by a legacy HAVING clause. */
function filtersMetrics({ adhoc_filters: filters, having }: Form): boolean {
  const isHaving = (filter: unknown) => (filter as { readonly clause?: unknown } | null)?.clause === 'HAVING'
  return (typeof having === 'string' && having.trim() !== '') || (Array.isArray(filters) && filters.some(isHaving))
}

/** Totals are computed over the groups that satisfy the metric filters. */
const totalsAfterHaving: NumberRule = {
  id: 'totals-after-having',
  reason:
    'Totals, subtotals, shares and "Others" cover only groups that pass the metric filters; before, they covered all.',
  affects: ({ form }) => filtersMetrics(form),
}

/** Totals are computed before the series limit. Time-series charts have no series totals. */
const totalsBeforeSeriesLimit: NumberRule = {
  id: 'totals-before-series-limit',
  reason: 'Totals with a series limit cover all series; before, they covered the series shown.',
  affects: ({ form: { series_limit: limit, limit: older, x_axis: axis, time_grain_sqla: grain } }) =>
    Number(limit ?? older ?? 0) > 0 && axis === undefined && grain === undefined,
}

/** Percentages in tables without a stated base are shares of the displayed rows. */
const tableShareBase: NumberRule = {
  id: 'table-share-base',
  reason:
    'Percentages of a table saved without a base are shares of the rows shown; before, they were shares of all rows.',
  affects: ({ form: { percent_metrics: metrics, percent_metric_calculation: base } }) =>
    Array.isArray(metrics) && metrics.length > 0 && base === undefined,
}

/** NaN and the infinities are separate values. */
const nonFiniteValues: NumberRule = {
  id: 'non-finite-values',
  reason: 'NaN and infinities of floating-point columns are shown as such; before, they were taken for NULL.',
  affects: ({ form, dataset }) => {
    const named = [form['groupby'], form['columns'], form['all_columns']].flat()
    return (dataset?.columns ?? []).some(
      (column) => named.includes(column.column_name) && /^(real|double)$/.test(logicalTypeOf(column) ?? ''),
    )
  },
}

/** Time comparisons compare buckets with complete buckets. */
const fullBucketComparison: NumberRule = {
  id: 'whole-partners',
  reason:
    'A time comparison uses the whole bucket that contains the moved start; before, it could be cut short or missing.',
  affects: ({ form }) => {
    const { time_compare: offsets } = form
    const given = Array.isArray(offsets) ? offsets : [offsets]
    return given.some((offset) => typeof offset === 'string' && offset !== '')
  },
}

/** The changes in release order. Add new ones at the end. */
const NUMBER_RULES: readonly NumberRule[] = [
  fullBucketComparison,
  totalsAfterHaving,
  totalsBeforeSeriesLimit,
  tableShareBase,
  likeEscape,
  textOnNumber,
  resampleFirst,
  weekStartOfGrain,
  instantsInZone,
  nonFiniteValues,
  histogramOfAllRows,
  pivotTotalsOfValues,
  exactStoredBounds,
  pivotTotalsOfOneCurrency,
  exactFilterValues,
]

/** The version of all rules. Results cached under other rules are recomputed. */
export const NUMBER_RULES_VERSION = NUMBER_RULES.map(({ id }) => id).join(' ')

/** Returns the forms of the queries of a chart, as stored. */
function queryFormsOf(form: Form): readonly Form[] {
  return findChartType(String(form['viz_type']))?.queryForms?.(form as FormData) ?? [form]
}

/** Returns the rule changes that can change the result of a query of a saved chart. */
export function changesOf({ form, dataset }: ChartWithDataset): readonly NumberRule[] {
  const forms = queryFormsOf(form)
  return NUMBER_RULES.filter(({ affects }) => forms.some((each) => affects({ form: each, dataset })))
}
