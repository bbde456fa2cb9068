import { expect, it } from 'vitest'
import type { QueryRecord } from '#core/entity/query-record.ts'
import { onBothEngines } from '#testing/stores.ts'

const record = (at: number, over: Partial<QueryRecord> = {}): QueryRecord => ({
  at,
  viewed_by: null,
  user_id: 1,
  dataset_id: 3,
  chart_id: null,
  dashboard_id: null,
  duration: 12,
  data_age: null,
  row_count: 5,
  cached: false,
  error: null,
  ...over,
})

onBothEngines('the query log', (fixture) => {
  it('C-DATA-12: stores duration and data age of every query, newest first', async () => {
    const { queryRecords } = fixture().store
    await queryRecords.append([])
    await queryRecords.append([record(1000), record(2000, { cached: true, data_age: 900, chart_id: 7 })])
    await queryRecords.append([record(3000, { user_id: null, error: 'query-timeout', row_count: null })])
    expect(await queryRecords.latest(2)).toEqual([
      record(3000, { user_id: null, error: 'query-timeout', row_count: null }),
      record(2000, { cached: true, data_age: 900, chart_id: 7 }),
    ])
    expect(await queryRecords.purge(2000)).toBe(1)
    expect((await queryRecords.latest()).map(({ at }) => at)).toEqual([3000, 2000])
  })

  it('jobs of the preferred type go first, then those of users with the fewest running, then the oldest', async () => {
    const { jobs } = fixture().store
    const add = async (kind: string, user_id: number) => (await jobs.enqueue({ kind, payload: '{}', user_id })).id
    const later = await add('later', 1)
    const [a, b, c] = [await add('now', 1), await add('now', 1), await add('now', 2)]
    const order = []
    for (let turn = 0; turn < 4; turn++) order.push((await jobs.claim(['now', 'later'], 'w', 1000))?.id)
    expect(order).toEqual([a, c, b, later])
  })

  it('lists recently ended jobs, and removes those that ended long ago', async () => {
    const { jobs } = fixture().store
    const ids: number[] = []
    for (const result of ['done', 'error', 'done']) {
      const { id } = await jobs.enqueue({ kind: 'told', payload: '{}', user_id: null })
      ids.push(id)
      await jobs.claim(['told'], 'w', 1000)
      fixture().now += 10
      if (result === 'done') await jobs.finish(id, 'w', '1')
      else await jobs.fail(id, 'w', '[]')
    }
    const since = fixture().now - 10
    expect((await jobs.ended('told', since)).map(({ id }) => id)).toEqual(ids.slice(1))
    expect(await jobs.ended('other', 0)).toEqual([])
    expect(await jobs.purge(since)).toBe(1)
    expect(await jobs.get(ids[0] as number)).toBeUndefined()
  })
})
