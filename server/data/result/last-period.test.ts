import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { timeBucket } from '#core/time/buckets.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { incompleteFirstPeriod, incompleteLastPeriod } from './last-period.ts'

const DAY = 86_400_000

it.each([
  [
    'complete if its data extend as far as in the periods before',
    [
      [14, 20],
      [7, 13],
      [0, 6],
    ],
    null,
  ],
  [
    'incomplete if its data end earlier',
    [
      [14, 17],
      [7, 13],
      [0, 6],
    ],
    14,
  ],
  [
    'complete if no period before extends further',
    [
      [59, 86],
      [31, 58],
      [0, 30],
    ],
    null,
  ],
  [
    'incomplete if one of the periods before was complete',
    [
      [14, 14],
      [7, 9],
      [0, 6],
    ],
    14,
  ],
  [
    'unknown if the data are as coarse as the periods',
    [
      [14, 14],
      [7, 7],
      [0, 0],
    ],
    null,
  ],
  ['unknown without an earlier period', [[14, 15]], null],
  ['unknown without data', [], null],
])('the incomplete last period is %s', (_, days, open) => {
  const periods = days.map(([start = 0, last = 0]) => ({ start: start * DAY, last: last * DAY }))
  expect(incompleteLastPeriod(periods)).toBe(open === null ? null : open * DAY)
})

it.each([
  ['2024-01-04 2024-01-08 2024-01-15', 'P1W', '2024-01-01'],
  ['2024-01-01 2024-01-08 2024-01-15', 'P1W', null],
  ['1958-03-01 1959-01-01 1960-01-01', 'P1Y', '1958-01-01'],
  ['2023-02-01 2023-03-01 2023-04-01', 'P1M', null],
  ['2024-01-04', 'P1W', null],
  // Weeks labelled by Saturdays: from Tuesday and from Sunday.
  ['2024-01-02 2024-01-07 2024-01-14', 'P1W/1970-01-03T00:00:00Z', '2024-01-06'],
  ['2023-12-31 2024-01-07 2024-01-14', 'P1W/1970-01-03T00:00:00Z', null],
])('the incomplete first period of the data from %s by %s is %s', (instants, grain, cut) => {
  const periods = instants.split(' ').map((text) => {
    const first = Date.parse(text)
    return { label: timeBucket(first, grain)?.label ?? Number.NaN, first }
  })
  expect(incompleteFirstPeriod(periods, grain)).toBe(cut === null ? null : Date.parse(cut))
})

it('finds no incomplete first period without data', () => {
  expect(incompleteFirstPeriod([], 'P1W')).toBeNull()
})

describe('the last period over HTTP', () => {
  let fixture: DataFixture
  let id: number
  const axis = { label: 'at', sqlExpression: 'at', columnType: 'BASE_AXIS', timeGrain: 'P1W' }
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' }

  beforeAll(async () => {
    fixture = await openDataFixture(
      // From Monday, January 1, 2024 to Wednesday the 17th.
      [
        "CREATE TABLE days AS SELECT TIMESTAMP '2024-01-01' + INTERVAL (g) DAY AS at, g % 2 AS half FROM range(17) r(g)",
      ],
      Date.UTC(2024, 5, 15),
    )
    const columns = [
      { column_name: 'at', type: 'TIMESTAMP', is_dttm: true },
      { column_name: 'half', type: 'INTEGER' },
    ]
    id = (await fixture.dataset({ table_name: 'days', main_dttm_col: 'at', columns })).id
  })
  afterAll(() => fixture.close())

  interface Ends {
    open_period?: number | null
    cut_period?: number | null
    axis_range?: { from: number | null; to: number | null }
  }

  async function head(query: object, more: object = { last_period: true }) {
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      headers: { authorization: `Bearer ${await fixture.token('admin', 'Admin')}`, accept: COLUMNS_MEDIA_TYPE },
      payload: { datasource: { id, type: 'table' }, queries: [{ metrics: [count], ...query }], ...more },
    })
    expect(answer.statusCode, answer.payload).toBe(200)
    return answer.json<{ result: Ends[] }>().result[0] ?? {}
  }
  const ask = async (query: object, more?: object) => (await head(query, more)).open_period

  it('reports the incomplete last week of all data for any filters of the query', async () => {
    const third = Date.UTC(2024, 0, 15)
    expect(await ask({ columns: [axis] })).toBe(third)
    const old = { is_timeseries: true, granularity: 'at', extras: { time_grain_sqla: 'P1W' } }
    expect(await ask({ columns: ['half'], ...old, filters: [{ col: 'half', op: '==', val: 0 }] })).toBe(third)
    expect(await ask({ columns: [{ ...axis, timeGrain: 'P1D' }] })).toBeNull()
  })

  it('returns none when not requested, without periods, and for another column', async () => {
    expect(await ask({ columns: [axis] }, {})).toBeUndefined()
    expect(await ask({ columns: [{ ...axis, timeGrain: null }] })).toBeUndefined()
    expect(await ask({ columns: [{ ...axis, sqlExpression: 'half + 1' }] })).toBeUndefined()
  })

  it('reports it for the first query only, and only for complete results', async () => {
    const answer = async (queries: readonly object[], more: object = {}) => {
      const payload = { datasource: { id, type: 'table' }, queries, last_period: true, ...more }
      const headers = { authorization: `Bearer ${await fixture.token('admin', 'Admin')}`, accept: COLUMNS_MEDIA_TYPE }
      const said = await fixture.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers, payload })
      expect(said.statusCode, said.payload).toBe(200)
      return said.json<{ result: { open_period?: number | null }[] }>().result.map((each) => each.open_period)
    }
    const weeks = { columns: [axis], metrics: [count] }
    expect(await answer([weeks, { ...weeks, row_limit: 5 }])).toEqual([Date.UTC(2024, 0, 15), undefined])
    expect(await answer([weeks], { result_type: 'samples' })).toEqual([undefined])
    expect(await answer([weeks], { result_type: 'results' })).toEqual([undefined])
  })

  it('names the range that filters on the axis column resolve to', async () => {
    const range = { col: 'at', op: 'TEMPORAL_RANGE', val: '2024-01-03 : 2024-01-17' }
    const later = { col: 'at', op: 'TEMPORAL_RANGE', val: '2024-01-04 : ' }
    const other = { col: 'half', op: '==', val: 1 }
    const [third, fourth, end] = [3, 4, 17].map((day) => Date.UTC(2024, 0, day))
    const of = async (filters: readonly object[], more?: object) =>
      (await head({ columns: [axis], filters }, more)).axis_range
    expect(await of([range])).toEqual({ from: third, to: end })
    expect(await of([range, later, other])).toEqual({ from: fourth, to: end })
    expect(await of([other])).toBeUndefined()
    expect(await of([range], {})).toBeUndefined()
  })

  it('users with row rules see the first and last period of their rows', async () => {
    const { store } = fixture.context
    const admin = await store.roles.byName('Admin')
    const clause = '"at" < TIMESTAMP \'2024-01-10\''
    const draft = { name: 'early', filter_type: 'Regular', clause, tables: [id], roles: [admin?.id ?? 0] } as const
    const rule = await store.rowRules.create(draft, null)
    expect(await ask({ columns: [axis] })).toBe(Date.UTC(2024, 0, 8))
    expect((await head({ columns: [axis] })).cut_period).toBeNull()
    await store.rowRules.remove(rule.id, null)
    expect(await ask({ columns: [axis] })).toBe(Date.UTC(2024, 0, 15))
    const late = { ...draft, name: 'late', clause: '"at" >= TIMESTAMP \'2024-01-03\'' } as const
    const other = await store.rowRules.create(late, null)
    expect((await head({ columns: [axis] })).cut_period).toBe(Date.UTC(2024, 0, 1))
    expect((await head({ columns: [axis] }, {})).cut_period).toBeUndefined()
    await store.rowRules.remove(other.id, null)
    expect((await head({ columns: [axis] })).cut_period).toBeNull()
  })
})
