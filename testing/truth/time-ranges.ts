import { expect, it } from 'vitest'
import { dataOf, httpResponse, ROW_COUNT, type EngineSide } from './fixture.ts'

const DAY = 86_400_000
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Tests of time ranges. */
export function testTimeRanges(side: () => EngineSide): void {
  const range = (text: string) => side().product.admin.get(`/api/v1/time_range/?q=${encodeURIComponent(`'${text}'`)}`)
  const since = async (text: string): Promise<string> =>
    httpResponse(await range(`${text} : 2100-01-01`)).json().result.since

  it.each(WEEKDAYS.map((name, at) => [name, at] as const))('last %s is the latest before today', async (name, at) => {
    const said = Date.parse(`${await since(`last ${name}`)}Z`)
    const before = (Date.now() - said) / DAY
    expect([new Date(said).getUTCDay(), before > 1 && before < 8]).toEqual([at, true])
  })

  it('dates in the basic form of ISO are read', async () => {
    expect(await since('20200506T101112')).toBe('2020-05-06T10:11:12')
    const time_range = '20120101T000000 : 20120120T000000'
    const query = { columns: [], metrics: [ROW_COUNT], granularity: 'ts', time_range }
    expect(await dataOf(side(), query)).toEqual([{ rows: 1 }])
  })

  it('a range before the first year is rejected', async () => {
    const answer = await range('Last 3000 years')
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Unexpected time range: This reaches dates that cannot be counted',
    ])
  })

  it('HOLIDAY accepts the countries of the world', async () => {
    expect(await since('HOLIDAY("Christmas Day", DATETIME("2021-01-01"), "AU")')).toBe('2021-12-25T00:00:00')
    // Republic Day of India is January 26: the timestamps of January 15 and 20 lie before it.
    const time_range = '2012-01-01 : HOLIDAY("Republic Day", DATETIME("2012"), "IN")'
    const query = { columns: [], metrics: [ROW_COUNT], granularity: 'ts', time_range }
    expect(await dataOf(side(), query)).toEqual([{ rows: 2 }])
  })
}
