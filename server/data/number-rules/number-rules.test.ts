import { expect, it } from 'vitest'
import type { Dataset } from '#core/entity/dataset.ts'
import { changesOf, NUMBER_RULES_VERSION } from './number-rules.ts'

const dataset = {
  columns: [
    { column_name: 'n', type: 'BIGINT' },
    { column_name: 'x', type: 'DOUBLE PRECISION' },
    { column_name: 'stage', type: 'interview_stage', logical_type: 'other' },
    { column_name: 'count', type: 'name_count', logical_type: 'integer' },
    { column_name: 'r', type: 'REAL' },
    { column_name: 'd', type: 'NUMERIC(38,9)' },
    { column_name: 'at', type: 'TIMESTAMP' },
  ],
  metrics: [
    { metric_name: 'euros', currency: '{"symbol":"EUR"}' },
    { metric_name: 'more_euros', currency: '{"symbol":"EUR"}' },
    { metric_name: 'dollars', currency: '{"symbol":"USD"}' },
    { metric_name: 'rows', currency: null },
  ],
} as unknown as Dataset
const filter = (subject: string, operator: string, comparator: unknown) => ({
  adhoc_filters: [{ subject, operator, comparator }],
})
const having = { adhoc_filters: [{ clause: 'HAVING' }] }

it.each([
  [{ viz_type: 'table', ...having }, ['totals-after-having']],
  [{ viz_type: 'table', adhoc_filters: [{ clause: 'WHERE' }] }, []],
  [{ viz_type: 'line', x_axis: 'at', series_limit: 3 }, []],
  [{ viz_type: 'pivot_table_v2', series_limit: 3 }, ['totals-before-series-limit']],
  [
    { viz_type: 'pivot_table_v2', aggregateFunction: 'Average', rowTotals: true, colTotals: true },
    ['pivot-totals-of-values'],
  ],
  [{ viz_type: 'pivot_table_v2', aggregateFunction: 'Average', rowTotals: true }, []],
  [{ viz_type: 'pivot_table_v2', rowTotals: true, colTotals: true }, []],
  [
    { viz_type: 'pivot_table_v2', aggregateFunction: 'Count as Fraction of Rows', colTotals: true },
    ['pivot-totals-of-values'],
  ],
  [{ viz_type: 'pivot_table_v2', aggregateFunction: 'Sum as Fraction of Total', colTotals: true }, []],
  [{ viz_type: 'table', percent_metrics: ['a'] }, ['table-share-base']],
  [{ viz_type: 'table', percent_metrics: ['a'], percent_metric_calculation: 'row_limit' }, []],
  [{ viz_type: 'table', adhoc_filters: [{ operator: 'LIKE', comparator: '50\\%' }] }, ['like-escape']],
  [{ viz_type: 'table', adhoc_filters: [{ subject: 'n', operator: 'IN', comparator: ['x'] }] }, ['text-on-number']],
  [{ viz_type: 'table', adhoc_filters: [{ subject: 'n', operator: 'IN', comparator: ['12', '<NULL>'] }] }, []],
  [{ viz_type: 'line', time_compare: '1 week ago' }, ['whole-partners']],
  [{ viz_type: 'line', time_compare: [] }, []],
  [{ viz_type: 'table', groupby: ['x'] }, ['non-finite-values']],
  [{ viz_type: 'table', all_columns: ['n'] }, []],
  [{ viz_type: 'histogram', all_columns_x: ['n'] }, ['histogram-of-all-rows']],
  [{ viz_type: 'histogram_v2', column: 'n', row_limit: 100 }, ['histogram-of-all-rows']],
  [{ viz_type: 'line', resample_rule: '1D', resample_method: 'sum', rolling_type: 'cumsum' }, ['resample-first']],
  [
    {
      viz_type: 'line',
      resample_rule: '1D',
      resample_method: 'sum',
      time_compare: ['1 day'],
      comparison_type: 'ratio',
    },
    ['whole-partners', 'resample-first'],
  ],
  [{ viz_type: 'line', resample_rule: '1D', resample_method: 'sum', rolling_type: 'None' }, []],
])('names the changes of %j', (form, ids) => {
  expect(changesOf({ form, dataset }).map(({ id }) => id)).toEqual(ids)
})

it.each([
  ['stage', 'IN', ['new'], []],
  ['count', 'IN', ['many'], ['text-on-number']],
  ['count', 'IN', ['<empty string>'], ['text-on-number']],
  ['count', '<', 'many', []],
  ['r', '==', 0.1, ['exact-filter-values']],
  ['r', 'IN', ['0.5', '0.7'], ['exact-filter-values']],
  ['r', '>=', 0.5, []],
  ['r', 'IN', [null, '<NULL>'], []],
  ['x', '==', 0.1, []],
  ['d', '==', '12345678901234567890.123456789', ['exact-filter-values']],
  ['d', '==', '1.25', []],
  ['at', '==', 1_582_984_799_999.999, ['exact-filter-values']],
  ['at', 'IN', [1_582_984_799_999], []],
])('names the changes of the filter %s %s %j', (subject, operator, comparator, ids) => {
  const form = { viz_type: 'table', ...filter(subject, operator, comparator) }
  expect(changesOf({ form, dataset }).map(({ id }) => id)).toEqual(ids)
})

it.each([
  [{ metrics: ['euros', 'dollars'], rowTotals: true }, true],
  [{ metrics: ['euros', 'rows'], rowTotals: true }, true],
  [{ metrics: ['euros', 'more_euros'], rowTotals: true }, false],
  [{ metrics: ['euros', 'dollars'], colTotals: true }, false],
  [{ metrics: ['euros', 'dollars'], colTotals: true, metricsLayout: 'ROWS' }, true],
  [{ metrics: ['euros', 'dollars'], rowTotals: true, metricsLayout: 'ROWS' }, false],
])('tells whether the pivot table %j adds up different currencies', (form, isNamed) => {
  const ids = changesOf({ form: { viz_type: 'pivot_table_v2', ...form }, dataset }).map(({ id }) => id)
  expect(ids).toEqual(isNamed ? ['pivot-totals-of-one-currency'] : [])
})

it('does not name currencies of pivot tables that count values, and of other charts', () => {
  const form = { metrics: ['euros', 'dollars'], rowTotals: true }
  const counting = { viz_type: 'pivot_table_v2', aggregateFunction: 'Count', ...form }
  expect(changesOf({ form: counting, dataset }).map(({ id }) => id)).toEqual(['pivot-totals-of-values'])
  expect(changesOf({ form: { viz_type: 'table', ...form }, dataset })).toEqual([])
})

it.each([
  [{ time_compare_b: ['1 week ago'] }, ['whole-partners']],
  [{ time_compare_b: [], adhoc_filters_b: [{ clause: 'HAVING' }] }, ['totals-after-having']],
  [{ adhoc_filters_b: [{ subject: 'n', operator: 'IN', comparator: ['x'] }] }, ['text-on-number']],
  [{ groupby: ['n'], groupby_b: ['x'] }, ['non-finite-values']],
  [{ resample_rule_b: '1D', resample_method_b: 'sum', rolling_type_b: 'cumsum' }, ['resample-first']],
  // A rule of one query is not met by keys of both.
  [
    {
      resample_rule: '1D',
      resample_method: 'sum',
      rolling_type: 'None',
      rolling_type_b: 'cumsum',
      resample_rule_b: null,
    },
    [],
  ],
])('names the changes of the second query of a mixed chart for %j', (form, ids) => {
  expect(changesOf({ form: { viz_type: 'mixed_timeseries', ...form }, dataset }).map(({ id }) => id)).toEqual(ids)
})

it('ignores keys of a second query that a chart with one query retains', () => {
  expect(changesOf({ form: { viz_type: 'echarts_timeseries_line', time_compare_b: ['1 day'] }, dataset })).toEqual([])
})

it.each(['Sum as Fraction of Rows', 'Count Unique Values', 'List Unique Values', 'Sample Variance'])(
  'names the change of pivot totals on one side by the aggregate %s',
  (aggregateFunction) => {
    const form = { viz_type: 'pivot_table_v2', aggregateFunction, colTotals: true }
    expect(changesOf({ form, dataset }).map(({ id }) => id)).toEqual(['pivot-totals-of-values'])
  },
)

it.each([
  [{ time_zone: 'Asia/Tokyo' }, 'TIMESTAMP WITH TIME ZONE', {}, ['instants-in-zone']],
  [{ time_zone: 'Asia/Tokyo' }, 'TIMESTAMP', {}, []],
  [{ time_zone: 'UTC' }, 'TIMESTAMP WITH TIME ZONE', {}, []],
  [{ week_start: 7 }, 'TIMESTAMP', { time_grain_sqla: 'P1W' }, ['week-start-of-grain']],
  [{ week_start: 7 }, 'TIMESTAMP', { time_grain_sqla: 'P1M' }, []],
  [{ week_start: 1 }, 'TIMESTAMP', { time_grain_sqla: 'P1W' }, []],
])('names the changes by the calendar %j on %s for %j', (extra, type, form, ids) => {
  const columns = [{ column_name: 'at', type, is_dttm: true, python_date_format: null }]
  const own = { columns, extra: JSON.stringify(extra) } as unknown as Dataset
  expect(changesOf({ form: { viz_type: 'line', ...form }, dataset: own }).map(({ id }) => id)).toEqual(ids)
})

it.each([
  ['%Y%m%d', { granularity_sqla: 'at' }, ['exact-stored-bounds']],
  ['%Y', { adhoc_filters: [{ subject: 'at', operator: 'TEMPORAL_RANGE' }] }, ['exact-stored-bounds']],
  ['epoch_s', { granularity_sqla: 'at' }, []],
  ['%Y%m%d', { granularity_sqla: 'other' }, []],
  ['%Y%m%d', { time_range: 'Last week' }, ['exact-stored-bounds']],
  ['%Y%m%d', { time_range: 'No filter' }, []],
])('names the changes of times stored by %s for %j', (format, form, ids) => {
  const columns = [{ column_name: 'at', type: 'BIGINT', is_dttm: true, python_date_format: format }]
  const own = { columns, main_dttm_col: 'at', extra: null } as unknown as Dataset
  expect(changesOf({ form: { viz_type: 'line', ...form }, dataset: own }).map(({ id }) => id)).toEqual(ids)
})

it('names each change once in the version that cache keys hold', () => {
  const ids = NUMBER_RULES_VERSION.split(' ')
  expect(ids).toHaveLength(new Set(ids).size)
  expect(ids).toContain('whole-partners')
})
