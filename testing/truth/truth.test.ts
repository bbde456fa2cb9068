import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#server/engines/index.ts'
import { ask, dataOf, openWorld, ROWS, type Side, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld('sources')
}, 300_000)
afterAll(() => world.stop())

const ids = async (side: Side, filter: string): Promise<number[]> => {
  const query = `[{"columns":["id"],"orderby":[["id",true]],"filters":[${filter}]}]`
  return (await dataOf(side, query)).map(({ id }: { id: number }) => id)
}

describe.each(engines.map(({ name }) => name))('%s', (engine) => {
  const side = (): Side => world.sides[engine] as Side

  it.each([
    ['{"col":"s2","op":"==","val":"<NULL>"}', [3]],
    ['{"col":"s2","op":"==","val":null}', [3]],
    ['{"col":"s2","op":"==","val":[null]}', [3]],
    ['{"col":"s2","op":"!=","val":"<NULL>"}', [1, 2, 4, 5]],
    ['{"col":"big","op":"==","val":""}', [4]],
    ['{"col":"big","op":"==","val":"x"}', [4]],
    ['{"col":"big","op":"<>","val":null}', [1, 2, 3, 5]],
  ])('equal to nothing finds what has no value: %s', async (filter, found) => {
    expect(await ids(side(), filter)).toEqual(found)
  })

  it('other comparisons with nothing are refused', async () => {
    const answer = await ask(side(), { columns: ['id'], filters: [{ col: 'big', op: '>', val: null }] })
    expect([answer.statusCode, answer.body]).toEqual([
      400,
      expect.stringContaining('Must specify a value for filters with comparison operators'),
    ])
  })

  it.each([
    [{ granularity: 'ts' }, 3],
    [{ granularity: 'ts', time_range: '' }, 3],
    [{ granularity: 'ts', time_range: 'today' }, 3],
    [{ granularity: 'ts', time_range: 'No filter' }, 5],
    [{}, 5],
  ])('a time column without a range ends today: %j', async (time, rows) => {
    expect(await dataOf(side(), { columns: [], metrics: [ROWS], ...time })).toEqual([{ rows }])
  })

  it('hours that a dataset adds to its times are added to the time column among the dimensions', async () => {
    const time = { granularity: 'ts', time_range: '2012-01-01 : 2012-02-01', extras: { time_grain_sqla: 'P1M' } }
    const moved = side().moved
    const january = Date.UTC(2012, 0, 1, 5)
    expect(await dataOf(side(), { columns: ['ts'], metrics: [ROWS], ...time }, {}, moved)).toEqual([
      { ts: january, rows: 2 },
    ])
    const raw = { columns: ['id', 'ts'], orderby: [['id', true]], granularity: 'ts', time_range: time.time_range }
    expect(await dataOf(side(), raw, {}, moved)).toEqual([
      { id: 1, ts: Date.UTC(2012, 0, 15, 5) },
      { id: 2, ts: Date.UTC(2012, 0, 20, 5) },
    ])
  })

  it('what is no time axis of a question is answered as it is stored, and the answer says how to read it', async () => {
    const query = { columns: ['id', 'ymd', 'epoch'], orderby: [['id', true]], row_limit: 1 }
    const { result } = (await ask(side(), query)).json()
    expect(result[0].data).toEqual([{ id: 1, ymd: '2021-03-14 02:30:00', epoch: 1615689000 }])
    expect(result[0].coltypes).toEqual([0, 2, 2])
    expect(result[0].time_formats).toEqual({ ymd: '%Y-%m-%d %H:%M:%S', epoch: 'epoch_s' })
    const csv = await ask(side(), query, { result_format: 'csv' })
    expect(csv.body).toBe('id,ymd,epoch\n1,2021-03-14 02:30:00,1615689000\n')
    const samples = (await ask(side(), { row_limit: 1 }, { result_type: 'samples' })).json().result[0]
    expect(samples.data[0]).toMatchObject({ ymd: '2021-03-14 02:30:00', epoch: 1615689000 })
  })

  it.each(['ymd', 'epoch'])('the time axis and the time column of a question are moments: %s', async (name) => {
    const axis = { label: name, sqlExpression: name, expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain: 'P1D' }
    const days = [null, Date.UTC(2021, 2, 14), Date.UTC(2021, 2, 15), Date.UTC(2021, 2, 16)]
    const expected = days.map((day) => ({ [name]: day, rows: day === days[1] ? 2 : 1 }))
    const shared = { metrics: [ROWS], time_range: 'No filter' }
    const byDay = (a: Record<string, number>, b: Record<string, number>) => Number(a[name]) - Number(b[name])
    const onAxis = await dataOf(side(), { ...shared, columns: [axis] })
    expect(onAxis.toSorted(byDay)).toEqual(expected)
    const own = { ...shared, columns: [name], granularity: name, extras: { time_grain_sqla: 'P1D' } }
    expect((await dataOf(side(), own)).toSorted(byDay)).toEqual(expected)
  })

  it('a grain means nothing but on the time axis', async () => {
    const column = { expressionType: 'SQL', sqlExpression: 'ts', label: 'ts', timeGrain: 'P1M' }
    const query = { columns: [column], filters: [{ col: 'id', op: '==', val: 1 }] }
    expect(await dataOf(side(), query)).toEqual([{ ts: Date.UTC(2012, 0, 15) }])
  })
})
