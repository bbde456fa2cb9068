import { histogramOfAllRows } from './histogram.ts'
import type { NumberRule, ChartWithDataset } from './number-rule.ts'
import { exactStoredBounds, instantsInZone, resampleFirst, weekStartOfGrain } from './time-rules.ts'
import { logicalTypeNamed } from '#core/table/logical-type.ts'

interface StoredFilter {
  readonly subject?: unknown
  readonly operator?: unknown
  readonly comparator?: unknown
}

const filtersOf = ({ adhoc_filters: filters }: ChartWithDataset['form']): readonly StoredFilter[] =>
  Array.isArray(filters) ? filters.filter((filter) => typeof filter === 'object' && filter !== null) : []

/** A backslash in a LIKE pattern escapes. */
const likeEscape: NumberRule = {
  id: 'like-escape',
  reason:
    'A backslash in a LIKE pattern makes the next sign literal on every engine; before, DuckDB took it as it was.',
  affects: ({ form }) =>
    filtersOf(form).some(
      ({ operator, comparator }) => /LIKE/i.test(String(operator)) && String(comparator).includes('\\'),
    ),
}

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/

/** A text that is not a number matches no row of a numeric column. */
const textOnNumber: NumberRule = {
  id: 'text-on-number',
  reason:
    'A filter of a numeric column by a text that is no number is dropped and reported; before, it found NULL rows.',
  affects: ({ form, dataset }) =>
    filtersOf(form).some(({ subject, comparator }) => {
      const column = dataset?.columns.find(({ column_name }) => column_name === subject)
      const values = [comparator].flat().filter((value) => typeof value === 'string')
      const isNumeric = /INT|FLOAT|DOUBLE|REAL|NUM|DEC|MONEY/i.test(column?.type ?? '')
      return isNumeric && values.some((value) => !NUMBER.test(value) && !/^<.*>$/.test(value))
    }),
}

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
      ({ column_name: name, type }) => named.includes(name) && /^(real|double)$/.test(logicalTypeNamed(type ?? '')),
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

/**
 * Pivot tables whose totals differ if they aggregate values instead of cells or other totals. A cell holds one value, so
 * the average or median of cells equals that of values if there are totals on one side only.
 */
const pivotTotalsOfValues: NumberRule = {
  id: 'pivot-totals-of-values',
  reason:
    'Totals of a pivot table aggregate the values of their cells; before, they aggregated the cells or other totals.',
  affects: ({ form: { viz_type: type, aggregateFunction: name = 'Sum', rowTotals, colTotals } }) => {
    if (type !== 'pivot_table_v2') return false
    if (/^(Average|Median)$/.test(String(name))) return Boolean(rowTotals && colTotals)
    return /^(Count|List|Sample)|Fraction of (Rows|Columns)$/.test(String(name)) && Boolean(rowTotals || colTotals)
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
]

/** The version of all rules. Results cached under other rules are recomputed. */
export const NUMBER_RULES_VERSION = NUMBER_RULES.map(({ id }) => id).join(' ')

/** Returns the rule changes that can change the result of a saved chart. */
export function changesOf(chart: ChartWithDataset): readonly NumberRule[] {
  return NUMBER_RULES.filter(({ affects }) => affects(chart))
}
