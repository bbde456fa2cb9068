import { expect, it } from 'vitest'
import { runQuery, dataOf, ROW_COUNT, type EngineSide } from './fixture.ts'

/** Tests of filters and time filters. */
export function testFilters(side: () => EngineSide): void {
  const ids = async (filter: string): Promise<number[]> => {
    const query = `[{"columns":["id"],"orderby":[["id",true]],"filters":[${filter}]}]`
    return (await dataOf(side(), query)).map(({ id }: { id: number }) => id)
  }

  it.each([
    ['{"col":"s2","op":"==","val":"<NULL>"}', [3]],
    ['{"col":"s2","op":"==","val":null}', [3]],
    ['{"col":"s2","op":"==","val":[null]}', [3]],
    ['{"col":"s2","op":"!=","val":"<NULL>"}', [1, 2, 4, 5]],
    ['{"col":"big","op":"<>","val":null}', [1, 2, 3, 5]],
  ])('equality with null finds rows without a value: %s', async (filter, found) => {
    expect(await ids(filter)).toEqual(found)
  })

  it.each(['', 'x'])(
    'a text that is no number filters nothing on a numeric column and is reported: "%s"',
    async (val) => {
      const answer = await runQuery(side(), {
        columns: ['id'],
        orderby: [['id', true]],
        filters: [{ col: 'big', op: '==', val }],
      })
      const [entry] = answer.json().result
      expect(entry.data.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4, 5])
      expect(entry.rejected_filters).toEqual([{ column: 'big', reason: 'value_not_a_number' }])
    },
  )

  it('other comparisons with null are rejected', async () => {
    const answer = await runQuery(side(), { columns: ['id'], filters: [{ col: 'big', op: '>', val: null }] })
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
    expect(await dataOf(side(), { columns: [], metrics: [ROW_COUNT], ...time })).toEqual([{ rows }])
  })

  it('hours that a dataset adds to its times are added to the time column among the dimensions', async () => {
    const time = { granularity: 'ts', time_range: '2012-01-01 : 2012-02-01', extras: { time_grain_sqla: 'P1M' } }
    const moved = side().moved
    const january = Date.UTC(2012, 0, 1, 5)
    expect(await dataOf(side(), { columns: ['ts'], metrics: [ROW_COUNT], ...time }, {}, moved)).toEqual([
      { ts: january, rows: 2 },
    ])
    const raw = { columns: ['id', 'ts'], orderby: [['id', true]], granularity: 'ts', time_range: time.time_range }
    expect(await dataOf(side(), raw, {}, moved)).toEqual([
      { id: 1, ts: Date.UTC(2012, 0, 15, 5) },
      { id: 2, ts: Date.UTC(2012, 0, 20, 5) },
    ])
  })
}
