import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChartDataRequest } from '#server/data/plan/query-request.ts'
import type { Result } from '#server/data/result/result-entry.ts'
import { ResponseCache } from '#server/http/response-cache.ts'
import { openSession } from '#server/security/sessions.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

const NOW = Date.UTC(2024, 5, 15, 12, 30, 59, 990)
const LONG = { timeout: 10_000 }

let fixture: DataFixture
let itemsDataset: number
let url: string
let cookie: string
/** The requests to the chart data service. Results wait for `open`. */
let requested: ChartDataRequest[]
let open: () => void
/** Requests whose body has been read. */
let came: () => number

beforeEach(async () => {
  fixture = await openDataFixture(
    ["CREATE TABLE things AS SELECT range AS n, TIMESTAMP '2024-06-15' AS day FROM range(10)"],
    NOW,
  )
  const { store, chartData } = fixture.context
  const columns = [
    { column_name: 'n', type: 'BIGINT' },
    { column_name: 'day', type: 'TIMESTAMP', is_dttm: true },
  ]
  itemsDataset = (await fixture.dataset({ table_name: 'things', columns })).id
  cookie = `session=${await openSession(store, fixture.admin.userId ?? 0, NOW)}`
  // Request coalescing is decided in the same turn.
  const look = vi.spyOn(ResponseCache.prototype, 'look')
  came = () => look.mock.calls.length
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}/api/v1/chart/data`
  requested = []
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const ask = chartData.ask.bind(chartData)
  vi.spyOn(chartData, 'ask').mockImplementation(async (dataRequest): Promise<Result> => {
    requested.push(dataRequest)
    const answer = await ask(dataRequest)
    await gate
    return answer
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  open()
  return fixture.close()
})

function post(over: object = {}, signal: AbortSignal | null = null): Promise<Response> {
  const queries = [{ columns: ['n'], row_limit: 4, orderby: [['n', true]], ...over }]
  const body = JSON.stringify({ datasource: { id: itemsDataset, type: 'table' }, queries })
  return fetch(url, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body, signal })
}

const connections = () =>
  new Promise<number>((resolve) => fixture.app.server.getConnections((_, count) => resolve(count)))
const arrived = (count: number) => vi.waitFor(() => expect(came()).toBe(count), LONG)

it('equal concurrent requests run one query, and each is logged', async () => {
  const first = post()
  await vi.waitFor(() => expect(requested).toHaveLength(1), LONG)
  const others = Array.from({ length: 20 }, () => post())
  await arrived(21)
  open()
  const answers = await Promise.all([first, ...others])
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 21 }, () => 200))
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  expect(requested).toHaveLength(1)
  const { store } = fixture.context
  await vi.waitFor(async () => expect(await store.queryRecords.latest()).toHaveLength(21), LONG)
  for (const record of await store.queryRecords.latest()) expect(record).toMatchObject({ cached: false, row_count: 4 })
})

it('a query continues for the other callers when the first leaves, and is cancelled when all have left', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const left = post({}, first.signal).catch(() => 'left')
  await vi.waitFor(() => expect(requested).toHaveLength(1), LONG)
  const stayed = post({}, second.signal)
  await arrived(2)
  first.abort()
  expect(await left).toBe('left')
  await vi.waitFor(async () => expect(await connections()).toBe(1), LONG)
  expect(requested[0]?.signal.aborted).toBe(false)
  second.abort()
  await expect(stayed).rejects.toThrow('abort')
  await vi.waitFor(() => expect(requested[0]?.signal.aborted).toBe(true), LONG)
})

it('a response is not reused after a write, in another minute, or after a failure', async () => {
  const relative = { granularity: 'day', time_range: '2024-06-01 : now' }
  const first = post(relative)
  await arrived(1)
  await vi.waitFor(() => expect(requested).toHaveLength(1), LONG)
  fixture.now += 10
  const next = post(relative)
  await arrived(2)
  await fixture.context.store.settings.set('a', 'written')
  const written = post(relative)
  await vi.waitFor(() => expect(requested).toHaveLength(2), LONG)
  open()
  expect((await Promise.all([first, next, written])).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(requested).toHaveLength(3)
  const wrong = [post({ columns: ['no such column'] }), post({ columns: ['no such column'] })]
  expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([400, 400])
})
