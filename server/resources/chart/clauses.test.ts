import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdhocFilter, newFilter } from '#core/filter/adhoc-filter.ts'
import { metricSubject, withMetricSql } from '#core/filter/metric-filter.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { QueryExtras } from '#core/query/query-object.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let cities: number
let admin: string

beforeAll(async () => {
  fixture = await openDataFixture(
    ["CREATE TABLE cities AS SELECT * FROM (VALUES ('Ash', 1), ('Birk', 2), ('Cole', 3)) v(city, n)"],
    Date.UTC(2024, 5, 15),
  )
  const columns = [
    { column_name: 'city', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  cities = (await fixture.dataset({ table_name: 'cities', columns, metrics })).id
  admin = await fixture.token('admin')
})
afterAll(() => fixture.close())

async function entries(queries: readonly object[], form_data?: object) {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${admin}` },
    payload: { datasource: { id: cities, type: 'table' }, queries, ...(form_data ? { form_data } : {}) },
  })
  return answer.json().result as { data: unknown; rejected_filters: unknown; is_cached: boolean }[]
}

/** Queries the rows by city, and those of all cities together. */
async function ask(extras: QueryExtras) {
  const byCity = { columns: ['city'], metrics: ['total'], orderby: [['total', false]], extras }
  return (await entries([byCity, { metrics: ['total'], extras }])).map(({ data }) => data)
}

it('E-FILTER-07: WHERE filters rows by columns, HAVING filters groups by metrics', async () => {
  expect(await ask({ where: '(n < 3)' })).toEqual([
    [
      { city: 'Birk', total: 2 },
      { city: 'Ash', total: 1 },
    ],
    [{ total: 3 }],
  ])
  expect(await ask({ having: '(SUM(n) > 1)' })).toEqual([
    [
      { city: 'Cole', total: 3 },
      { city: 'Birk', total: 2 },
    ],
    [{ total: 6 }],
  ])
})

const greater = {
  ...newFilter('f'),
  subject: 'total',
  operator: '>',
  operatorId: 'GREATER_THAN',
  comparator: 1,
  clause: 'HAVING',
} as const
const form = (adhoc_filters: readonly AdhocFilter[]) => ({
  viz_type: 'table',
  groupby: ['city'],
  metrics: ['total'],
  order_desc: true,
  adhoc_filters,
})
const rowsOf = async (filters: readonly AdhocFilter[]) =>
  (await entries([{ ...baseQuery(form(filters)), orderby: [['total', false]] }], form(filters)))[0]

it('E-FILTER-28: the SQL of a metric filter from the editor filters the groups', async () => {
  const made = { expressionType: 'SIMPLE', subject: 'Sum of n', sql: 'SUM("n")' } as const
  for (const filter of [greater, { ...greater, subject: made.subject }]) {
    const sql = filter.subject === made.subject ? made.sql : 'SUM(n)'
    const answer = await rowsOf([withMetricSql(filter, metricSubject(sql))])
    expect(answer?.data).toEqual([
      { city: 'Cole', total: 3 },
      { city: 'Birk', total: 2 },
    ])
    expect(answer?.rejected_filters).toEqual([])
  }
})

it('rejects a simple filter of HAVING, also for a cached result', async () => {
  const [first, second, without] = [await rowsOf([greater]), await rowsOf([greater]), await rowsOf([])]
  const all = [
    { city: 'Cole', total: 3 },
    { city: 'Birk', total: 2 },
    { city: 'Ash', total: 1 },
  ]
  expect([first, second, without].map((answer) => answer?.data)).toEqual([all, all, all])
  const rejected = [{ column: 'total', reason: 'simple_having' }]
  expect([first, second, without].map((answer) => answer?.rejected_filters)).toEqual([rejected, rejected, []])
  expect([second?.is_cached, without?.is_cached]).toEqual([true, true])
  const [ofDashboard] = await entries([{ metrics: ['total'] }], { extra_form_data: { adhoc_filters: [greater] } })
  expect(ofDashboard?.rejected_filters).toEqual(rejected)
})
