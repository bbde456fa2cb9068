import { afterAll, beforeAll, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let gamma: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

const ask = (range: unknown) => gamma.get(`/api/v1/time_range/?q=${encodeURIComponent(printRison(range))}`)

it.each([
  ['Last week', '2024-04-24T00:00:00', '2024-05-01T00:00:00'],
  ['2020-01-01 : 2021-01-01', '2020-01-01T00:00:00', '2021-01-01T00:00:00'],
  ['2020-01-01 : ', '2020-01-01T00:00:00', ''],
  ['No filter', '', ''],
])('T-VALID-01: returns the since and until of %s', async (timeRange, since, until) => {
  const answer = await ask(timeRange)
  expect([answer.statusCode, answer.json()]).toEqual([200, { result: { since, until, timeRange } }])
})

it('returns a list for a list of ranges, also shifted ones', async () => {
  const shifted = { timeRange: '2020-01-01 : 2021-01-01', shift: '1 year ago' }
  expect((await ask(['Last week', shifted])).json().result).toEqual([
    { since: '2024-04-24T00:00:00', until: '2024-05-01T00:00:00', timeRange: 'Last week' },
    { since: '2019-01-01T00:00:00', until: '2020-01-01T00:00:00', ...shifted },
  ])
  expect((await ask(['Last week', { shift: '1 year ago' }])).statusCode).toBe(400)
})

it('uses the time zone, week start and fiscal year in the request', async () => {
  // The test clock is fixed at Wednesday, 1 May 2024, noon in UTC; on Kiritimati it is Thursday, 2:00.
  const bounds = async (range: object) => {
    const { since, until } = (await ask(range)).json().result as { since: string; until: string }
    return [since.slice(0, 10), until.slice(0, 10)]
  }
  expect(await bounds({ timeRange: 'Current week', week_start: 7 })).toEqual(['2024-04-28', '2024-05-05'])
  expect(await bounds({ timeRange: 'Last day', time_zone: 'Pacific/Kiritimati' })).toEqual(['2024-05-01', '2024-05-02'])
  expect(await bounds({ timeRange: 'previous calendar year', fiscal_year_start: 5 })).toEqual([
    '2023-05-01',
    '2024-05-01',
  ])
})

it('returns 400 with the reason for an invalid range', async () => {
  const answer = await ask('foo : bar')
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe('Unexpected time range: Cannot parse time string [foo]')
  expect((await ask(12)).statusCode).toBe(400)
  expect((await fixture.nobody.get('/api/v1/time_range/?q=now')).statusCode).toBe(401)
})
