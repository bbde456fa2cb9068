import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { type DataWorld, openDataWorld } from '#testing/data-world.ts'
import { openPeriod } from './last-period.ts'

const DAY = 86_400_000

it.each([
  [
    'whole where its data reach as far as those before',
    [
      [14, 20],
      [7, 13],
      [0, 6],
    ],
    null,
  ],
  [
    'open where they end earlier',
    [
      [14, 17],
      [7, 13],
      [0, 6],
    ],
    14,
  ],
  [
    'whole where the longer of those before was no longer',
    [
      [59, 86],
      [31, 58],
      [0, 30],
    ],
    null,
  ],
  [
    'open where one before it was whole',
    [
      [14, 14],
      [7, 9],
      [0, 6],
    ],
    14,
  ],
  [
    'not known where data are as coarse as periods',
    [
      [14, 14],
      [7, 7],
      [0, 0],
    ],
    null,
  ],
  ['not known without a period before', [[14, 15]], null],
  ['not known without data', [], null],
])('the last period is %s', (_, days, open) => {
  const periods = days.map(([start = 0, last = 0]) => ({ start: start * DAY, last: last * DAY }))
  expect(openPeriod(periods)).toBe(open === null ? null : open * DAY)
})

describe('over HTTP', () => {
  let world: DataWorld
  let id: number
  const axis = { label: 'at', sqlExpression: 'at', columnType: 'BASE_AXIS', timeGrain: 'P1W' }
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' }

  beforeAll(async () => {
    world = await openDataWorld(
      // From Monday the first of January 2024 to Wednesday the 17th.
      [
        "CREATE TABLE days AS SELECT TIMESTAMP '2024-01-01' + INTERVAL (g) DAY AS at, g % 2 AS half FROM range(17) r(g)",
      ],
      Date.UTC(2024, 5, 15),
    )
    const columns = [
      { column_name: 'at', type: 'TIMESTAMP', is_dttm: true },
      { column_name: 'half', type: 'INTEGER' },
    ]
    id = (await world.dataset({ table_name: 'days', main_dttm_col: 'at', columns })).id
  })
  afterAll(() => world.close())

  async function ask(query: object, more: object = { last_period: true }) {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      headers: { authorization: `Bearer ${await world.token('admin', 'Admin')}`, accept: COLUMNS_MEDIA_TYPE },
      payload: { datasource: { id, type: 'table' }, queries: [{ metrics: [count], ...query }], ...more },
    })
    expect(answer.statusCode, answer.payload).toBe(200)
    return answer.json<{ result: { open_period?: number | null }[] }>().result[0]?.open_period
  }

  it('an answer says where the last week of the data is not whole, whatever it filters itself', async () => {
    const third = Date.UTC(2024, 0, 15)
    expect(await ask({ columns: [axis] })).toBe(third)
    const old = { is_timeseries: true, granularity: 'at', extras: { time_grain_sqla: 'P1W' } }
    expect(await ask({ columns: ['half'], ...old, filters: [{ col: 'half', op: '==', val: 0 }] })).toBe(third)
    expect(await ask({ columns: [{ ...axis, timeGrain: 'P1D' }] })).toBeNull()
  })

  it('says nothing of it where nobody asks, without periods, and of another column', async () => {
    expect(await ask({ columns: [axis] }, {})).toBeUndefined()
    expect(await ask({ columns: [{ ...axis, timeGrain: null }] })).toBeUndefined()
    expect(await ask({ columns: [{ ...axis, sqlExpression: 'half + 1' }] })).toBeUndefined()
  })

  it('is told of the first question alone, and with whole answers alone', async () => {
    const answer = async (queries: readonly object[], more: object = {}) => {
      const payload = { datasource: { id, type: 'table' }, queries, last_period: true, ...more }
      const headers = { authorization: `Bearer ${await world.token('admin', 'Admin')}`, accept: COLUMNS_MEDIA_TYPE }
      const said = await world.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers, payload })
      expect(said.statusCode, said.payload).toBe(200)
      return said.json<{ result: { open_period?: number | null }[] }>().result.map((each) => each.open_period)
    }
    const weeks = { columns: [axis], metrics: [count] }
    expect(await answer([weeks, { ...weeks, row_limit: 5 }])).toEqual([Date.UTC(2024, 0, 15), undefined])
    expect(await answer([weeks], { result_type: 'samples' })).toEqual([undefined])
    expect(await answer([weeks], { result_type: 'results' })).toEqual([undefined])
  })

  it('readers see the end of their own rows', async () => {
    const { store } = world.context
    const admin = await store.roles.byName('Admin')
    const clause = '"at" < TIMESTAMP \'2024-01-10\''
    const draft = { name: 'early', filter_type: 'Regular', clause, tables: [id], roles: [admin?.id ?? 0] } as const
    const rule = await store.rowRules.create(draft, null)
    expect(await ask({ columns: [axis] })).toBe(Date.UTC(2024, 0, 8))
    await store.rowRules.remove(rule.id, null)
    expect(await ask({ columns: [axis] })).toBe(Date.UTC(2024, 0, 15))
  })
})
