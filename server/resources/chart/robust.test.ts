import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let dataset: number
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
  dataset = made.id
  admin = await fixture.token('admin')
})
afterAll(() => fixture.close())

const scalar = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'city',
  'n',
  'total',
  'P1D',
  'Last week',
  '1 year',
  '7',
)
const arbitraryValue = fc.oneof(
  scalar,
  fc.constant({}),
  fc.constant({ label: 'x' }),
  fc.constant({ label: 'x', sqlExpression: 'n' }),
  fc.constant({ sqlExpression: 3, label: 4 }),
  fc.constant({ expressionType: 'SIMPLE', aggregate: 'SUM', column: 'n' }),
  fc.constant({ expressionType: 'SQL', sqlExpression: 5 }),
  fc.constant({ col: 'city', op: 'IN', val: {} }),
  fc.constant({ col: 3, op: 4, val: [[1]] }),
  fc.constant({ col: 'n', op: '==', val: { a: 1 } }),
  fc.constant({ col: 'ds', op: 'TEMPORAL_RANGE', val: 3 }),
  fc.constant({ operation: 'pivot' }),
  fc.constant({ operation: 'cum', options: [] }),
)
const list = fc.oneof(
  fc.array(arbitraryValue, { maxLength: 3 }),
  fc.array(fc.tuple(arbitraryValue, arbitraryValue), { maxLength: 2 }),
)
const value = fc.oneof(arbitraryValue, list)
const FIELDS = [
  'columns',
  'groupby',
  'metrics',
  'filters',
  'extras',
  'granularity',
  'granularity_sqla',
  'time_range',
  'time_shift',
  'time_offsets',
  'is_timeseries',
  'series_columns',
  'series_limit',
  'series_limit_metric',
  'timeseries_limit',
  'row_limit',
  'row_offset',
  'orderby',
  'order_desc',
  'apply_fetch_values_predicate',
  'post_processing',
  'annotation_layers',
  'applied_time_extras',
  'url_params',
  'custom_params',
  'is_rowcount',
  'result_type',
  'datasource',
  'where',
  'having',
  'since',
  'until',
  'group_others_when_limit_reached',
] as const
const query = fc
  .tuple(
    fc.constant({ columns: ['city'], metrics: ['total'] }),
    fc.array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 4 }),
  )
  .map(([base, more]) => ({ ...base, ...Object.fromEntries(more) }))
const context = fc
  .tuple(
    fc.array(query, { maxLength: 2 }),
    fc.array(
      fc.tuple(
        fc.constantFrom('force', 'result_type', 'result_format', 'form_data', 'custom_cache_timeout', 'queries'),
        value,
      ),
      { maxLength: 1 },
    ),
  )
  .map(([queries, more]) => ({ queries, ...Object.fromEntries(more) }))

it('returns no 5xx status for random query contexts', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(context, async (sent) => {
      const answer = await fixture.app.inject({
        method: 'POST',
        url: '/api/v1/chart/data',
        headers: { authorization: `Bearer ${admin}` },
        payload: { datasource: { id: dataset, type: 'table' }, ...sent },
      })
      expect(answer.statusCode, answer.body).toBeLessThan(500)
    }),
    { numRuns: 600, seed: 7 },
  )
})
