import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configureAsync } from '#calls/async-jobs.ts'
import { createBatcher } from '#calls/batch.ts'
import { configureCalls } from '#calls/call.ts'
import { fetchChartData } from '#calls/chart-data.ts'

const context = { datasource: { id: 3, type: 'table' }, queries: [{ columns: ['a'] }] }
const job = {
  channel_id: 'c',
  job_id: 'j1',
  user_id: 1,
  status: 'pending',
  errors: [],
  result_url: null,
}
const done = { ...job, id: '7-0', status: 'done', result_url: '/api/v1/chart/data/k1' }

let sent: string[] = []
/** The server's responses, by method and path. */
let answers: Record<string, () => Response> = {}
const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  sent = []
  configureCalls({ basePath: '/base', csrfToken: '', timeout: 60_000 })
  configureAsync({ transport: 'polling', pollingDelay: 10 })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const requested = `${init.method} ${url}`
    sent.push(requested)
    const answer = answers[requested]
    if (!answer) throw new Error(`Nobody answers ${requested}`)
    return answer()
  })
})
afterEach(() => {
  configureAsync(undefined)
  vi.unstubAllGlobals()
})

const events = 'GET /base/api/v1/async_event/'
const result = 'GET /base/api/v1/chart/data/k1'

it('X-EVENT-03: a 200 in async mode contains the result', async () => {
  answers = { 'POST /base/api/v1/chart/data': json(200, { result: [{ columns: [[1]] }] }) }
  expect(await fetchChartData(context)).toEqual([{ columns: [[1]] }])
})

it('X-EVENT-04 X-EVENT-06 X-EVENT-12: in async mode, waits after a 202 and fetches the result from the URL of the event', async () => {
  answers = {
    'POST /base/api/v1/chart/data': json(202, job),
    [events]: json(200, { result: [done] }),
    [result]: json(200, { result: [{ columns: [[2]] }] }),
  }
  expect(await fetchChartData(context)).toEqual([{ columns: [[2]] }])
  expect(sent).toEqual(['POST /base/api/v1/chart/data', events, result])
})

it("X-EVENT-06: a result that cannot be fetched rejects with the server's message", async () => {
  answers = {
    'POST /base/api/v1/chart/data': json(202, job),
    [events]: json(200, { result: [done] }),
    [result]: json(422, { message: 'Error loading data from cache' }),
  }
  await expect(fetchChartData(context)).rejects.toMatchObject({ message: 'Error loading data from cache', status: 422 })
})

it('cancels the job when the caller aborts', async () => {
  answers = {
    'POST /base/api/v1/chart/data': json(202, job),
    [events]: json(200, { result: [] }),
    'DELETE /base/api/v1/async_event/j1': json(200, { message: 'OK' }),
  }
  const controller = new AbortController()
  const pending = fetchChartData(context, { signal: controller.signal })
  await vi.waitFor(() => expect(sent).toContain(events))
  controller.abort()
  await expect(pending).rejects.toMatchObject({ kind: 'abort' })
  expect(sent.at(-1)).toBe('DELETE /base/api/v1/async_event/j1')
})

function frames(...items: [id: string, status: number, body: unknown][]) {
  const text = items.map(([id, status, body]) => {
    const bytes = JSON.stringify(body)
    return `${JSON.stringify({ id, status, length: bytes.length })}\n${bytes}\n`
  })
  return () => new Response(text.join(''), { status: 200 })
}

it('X-EVENT-04: waits separately for an item of a batch with status 202', async () => {
  let { ask } = createBatcher()
  answers = {
    'POST /base/api/v1/chart/data/batch': frames(['1', 202, job], ['2', 200, { result: [{ columns: [[5]] }] }]),
    [events]: json(200, { result: [done] }),
    [result]: json(200, { result: [{ columns: [[6]] }] }),
  }
  expect(await Promise.all([ask(context), ask(context)])).toEqual([[{ columns: [[6]] }], [{ columns: [[5]] }]])
  configureAsync(undefined)
  ask = createBatcher().ask
  answers = { 'POST /base/api/v1/chart/data/batch': frames(['1', 202, job]) }
  await expect(ask(context)).rejects.toThrow('Received unexpected response status (202) while fetching chart data')
})
