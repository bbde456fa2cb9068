import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Result } from '#server/data/result/result-entry.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { readFrames } from '#testing/read-frames.ts'

let fixture: DataFixture
let itemsDataset: number
let token: string

beforeAll(async () => {
  fixture = await openDataFixture(['CREATE TABLE things AS SELECT range AS n FROM range(10)'], Date.UTC(2024, 5, 15))
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  itemsDataset = (
    await fixture.dataset({ table_name: 'things', columns: [{ column_name: 'n', type: 'BIGINT' }], metrics })
  ).id
  token = await fixture.token('admin')
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => fixture.close())

/** A query for the sum of the numbers below `n`; it fails with an unknown metric. */
const item = (id: string, n: number, more: object = {}, metric = 'total') => ({
  id,
  query_context: {
    datasource: { id: itemsDataset, type: 'table' },
    queries: [{ columns: [], metrics: [metric], filters: [{ col: 'n', op: '<', val: n }] }],
  },
  ...more,
})

/**
 * Records when each query begins and ends in the chart data service, by its filter value. Each query takes one timer
 * turn.
 */
function watched(): string[] {
  const seen: string[] = []
  const ask = fixture.context.chartData.ask.bind(fixture.context.chartData)
  vi.spyOn(fixture.context.chartData, 'ask').mockImplementation(async (dataRequest): Promise<Result> => {
    const n = JSON.stringify(dataRequest).match(/"val":(\d+)/)?.[1]
    seen.push(`begin ${n}`)
    try {
      await new Promise((resolve) => setTimeout(resolve, n === '2' ? 60 : 5))
      return await ask(dataRequest)
    } finally {
      seen.push(`end ${n}`)
    }
  })
  return seen
}

async function post(items: readonly object[]) {
  const headers = { authorization: `Bearer ${token}` }
  const url = '/api/v1/chart/data/batch'
  const answer = await fixture.app.inject({ method: 'POST', url, headers, payload: { items } })
  return readFrames(answer.rawPayload)
}

describe('a batch item with `after`', () => {
  it('starts after all other items, at any position, and its frame comes last', async () => {
    const seen = watched()
    const frames = await post([item('counts', 1, { after: true }), item('slow', 2), item('fast', 3)])
    expect(frames.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(frames.at(-1)?.id).toBe('counts')
    expect(seen.indexOf('begin 1')).toBeGreaterThan(seen.indexOf('end 2'))
    expect(frames.at(-1)?.body).toMatchObject({ result: [{ data: [{ total: 0 }] }] })
  })

  it('succeeds if another item fails, and a failure of the item affects no other', async () => {
    const frames = await post([
      item('bad', 4, {}, 'nope'),
      item('counts', 5, { after: true }),
      item('bad counts', 6, { after: true }, 'nope'),
    ])
    expect(Object.fromEntries(frames.map(({ id, status }) => [id, status]))).toEqual({
      bad: 400,
      counts: 200,
      'bad counts': 400,
    })
    expect(frames[0]?.id).toBe('bad')
  })

  it('starts at once if all items have `after`, and ignores values other than true', async () => {
    const seen = watched()
    await post([item('a', 2, { after: true }), item('b', 3, { after: true })])
    expect(seen.slice(0, 2).toSorted()).toEqual(['begin 2', 'begin 3'])
    seen.length = 0
    await post([item('a', 7, { after: 'true' }), item('b', 2)])
    expect(seen.slice(0, 2).toSorted()).toEqual(['begin 2', 'begin 7'])
  })
})
