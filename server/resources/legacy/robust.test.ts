import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let datasource: string
let admin: string

beforeAll(async () => {
  fixture = await openDataFixture(
    ["CREATE TABLE t AS SELECT 'a' AS city, 1 AS n, TIMESTAMP '2024-01-01' AS ds"],
    Date.UTC(2024, 5, 15),
  )
  const made = await fixture.dataset({
    table_name: 't',
    main_dttm_col: 'ds',
    columns: [
      { column_name: 'city', type: 'VARCHAR' },
      { column_name: 'n', type: 'INTEGER' },
      { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
    ],
    metrics: [{ metric_name: 'total', expression: 'SUM(n)' }],
  })
  datasource = `${made.id}__table`
  admin = await fixture.token('admin')
})
afterAll(() => fixture.close())

const TYPES = [
  'table',
  'pie',
  'big_number',
  'big_number_total',
  'line',
  'area',
  'bar',
  'dist_bar',
  'pivot_table',
  'treemap',
  'sunburst',
  'bubble',
  'histogram',
  'heatmap',
  'country_map',
  'world_map',
  'sankey',
  'time_table',
  'filter_box',
  'word_cloud',
  'echarts_timeseries_line',
]
const KEYS = [
  'groupby',
  'columns',
  'all_columns',
  'all_columns_x',
  'all_columns_y',
  'metrics',
  'metric',
  'percent_metrics',
  'secondary_metric',
  'x',
  'y',
  'size',
  'entity',
  'series',
  'adhoc_filters',
  'extra_filters',
  'extra_form_data',
  'filters',
  'filter_configs',
  'granularity_sqla',
  'time_grain_sqla',
  'time_range',
  'since',
  'until',
  'time_compare',
  'comparison_type',
  'rolling_type',
  'resample_rule',
  'resample_method',
  'limit',
  'row_limit',
  'order_desc',
  'order_by_cols',
  'orderby',
  'timeseries_limit_metric',
  'normalize_across',
  'country_fieldtype',
  'contribution',
  'pivot_margins',
  'pandas_aggfunc',
  'transpose_pivot',
  'url_params',
  'query_mode',
  'annotation_layers',
  'slice_id',
  'where',
  'having',
  'custom_params',
  'extras',
]
const arbitraryValue = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  7,
  '',
  'city',
  'n',
  'ds',
  'total',
  'P1M',
  'Last week',
  '1 year ago',
  '["n", true]',
  '{',
  {},
  { label: 'x' },
  { label: 'x', sqlExpression: 'n' },
  { sqlExpression: 3, label: 4 },
  { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' } },
  { expressionType: 'SIMPLE', aggregate: 'SUM', column: 'n' },
  { expressionType: 'SQL', sqlExpression: 5, label: 'five' },
  { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'n > 0' },
  { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'city', operator: 'IN', comparator: ['a'] },
  { expressionType: 'SIMPLE', clause: 'WHERE', subject: {}, operator: 3, comparator: {} },
  { col: 'city', op: 'in', val: ['a'] },
  { col: 3, op: 4, val: [[1]] },
  { col: '__time_range', op: '==', val: 3 },
  { filters: [{ col: 'city', op: 'IN', val: {} }], time_range: 5 },
  { column: 'city', metric: 'total', asc: true },
)
const value = fc.oneof(arbitraryValue, fc.array(arbitraryValue, { maxLength: 3 }))
const base = { groupby: ['city'], metrics: ['total'], metric: 'total', granularity_sqla: 'ds', entity: 'city' }
const form = fc
  .tuple(fc.constantFrom(...TYPES), fc.array(fc.tuple(fc.constantFrom(...KEYS), value), { maxLength: 4 }))
  .map(([viz_type, more]) => ({ viz_type, ...base, ...Object.fromEntries(more) }))

it('returns a result or an error for any legacy form, and never fails', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(form, async (sent) => {
      const answer = await fixture.app.inject({
        method: 'POST',
        url: '/superset/explore_json/',
        headers: { authorization: `Bearer ${admin}` },
        payload: { form_data: { datasource, ...sent } },
      })
      expect(answer.statusCode, answer.body).toBeLessThan(500)
    }),
    { numRuns: 600, seed: 7 },
  )
})

it.each([[{ toString: null }], [['table']], [7], [null]])('returns 400 for the viz_type %j', async (viz_type) => {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/superset/explore_json/',
    headers: { authorization: `Bearer ${admin}` },
    payload: { form_data: { ...base, datasource, viz_type } },
  })
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('viz_type is not a text')])
})
