import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { QueryRecord } from '#core/entity/query-record.ts'
import type { Log } from '#server/base/log.ts'
import type { Store } from '#server/store/store.ts'
import { runAllQueries, type ContextRequest } from './run-all-queries.ts'
import { logQuery } from './log/query-log-entry.ts'
import type { ChartDataRequest } from './plan/query-request.ts'
import { QueryLog } from './log/query-log.ts'
import type { ChartDataService } from './chart-data-service.ts'

const dataRequest = (count: number, more: Partial<ContextRequest> = {}) =>
  ({
    context: {
      datasource: { id: 3, type: 'table' },
      queries: Array.from({ length: count }, (_, at) => ({ row_limit: at + 1 })),
    },
    user: { userId: 7 },
    format: 'rows',
    priority: 'visible',
    signal: new AbortController().signal,
    sliceId: undefined,
    dashboardId: undefined,
    ...more,
  }) as unknown as ContextRequest

/** Calls a chart data service that records its requests; there is one chart and one dashboard. */
async function requested(of: ContextRequest, answer = async (each: ChartDataRequest) => ({ at: each.index })) {
  const all: ChartDataRequest[] = []
  const ask = async (each: ChartDataRequest) => {
    all.push(each)
    return answer(each)
  }
  const store = {
    charts: { get: async (id: number) => (id === 5 ? { id, cache_timeout: 60 } : undefined) },
    dashboards: { get: async (id: number) => (id === 6 ? { id, json_metadata: '{"a":1}' } : undefined) },
  }
  const parts = { chartData: { ask } as unknown as ChartDataService, store: store as unknown as Store }
  return { answers: await runAllQueries(parts, of).catch((error: unknown) => error), all }
}

describe('the queries of a query context', () => {
  it('return results in order, and each has the chart and dashboard of the request', async () => {
    const of = dataRequest(3, { sliceId: 5, dashboardId: 6, at: 12, from: 'cache' })
    const { answers, all } = await requested(of)
    expect(answers).toEqual([{ at: 0 }, { at: 1 }, { at: 2 }])
    expect(all).toHaveLength(3)
    for (const each of all) {
      expect(each).toMatchObject({ chartTimeout: 60, chartId: 5, dashboardId: 6, calendar: '{"a":1}', at: 12 })
      expect(each).toMatchObject({ context: of.context, user: { userId: 7 }, from: 'cache', format: 'rows' })
    }
  })

  it('have no chart, timeout or calendar if the chart or dashboard is missing', async () => {
    const [none] = (await requested(dataRequest(1))).all
    for (const name of ['chartTimeout', 'chartId', 'dashboardId', 'calendar']) expect(none).not.toHaveProperty(name)
    const [missing] = (await requested(dataRequest(1, { sliceId: 9, dashboardId: 9 }))).all
    for (const name of ['chartTimeout', 'chartId', 'calendar']) expect(missing).not.toHaveProperty(name)
    expect(missing).toMatchObject({ dashboardId: 9 })
  })

  it('aborts all when one fails', async () => {
    const { answers, all } = await requested(dataRequest(2), (each) =>
      each.index === 1
        ? Promise.reject(new Error('broken'))
        : new Promise((resolve) => each.signal.addEventListener('abort', () => resolve({ at: -1 }))),
    )
    expect(answers).toEqual(new Error('broken'))
    expect(all.map(({ signal }) => signal.aborted)).toEqual([true, true])
    expect(all[0]?.signal.reason).toEqual(new Error('broken'))
  })

  it('aborts all when the request is aborted', async () => {
    for (const count of [1, 2]) {
      const controller = new AbortController()
      const { all } = await requested(dataRequest(count, { signal: controller.signal }))
      controller.abort()
      expect(all.map((each) => each.signal.aborted)).toEqual(Array.from({ length: count }, () => true))
    }
  })
})

describe('the query log', () => {
  const written: (readonly QueryRecord[])[] = []
  const warned: unknown[] = []
  let fails = false
  const append = async (records: readonly QueryRecord[]) => {
    if (fails) throw new Error('full')
    written.push(records)
  }
  const made = () =>
    new QueryLog({
      store: { queryRecords: { append } } as unknown as Store,
      log: { warn: (...said: unknown[]) => warned.push(said) } as unknown as Log,
    })
  const record = (at: number) => ({ at }) as QueryRecord
  const sizes = () => written.map((records) => records.length)
  beforeEach(() => {
    vi.useFakeTimers()
    written.length = 0
    warned.length = 0
    fails = false
  })
  afterEach(() => vi.useRealTimers())

  it('writes one batch, a second after the first record', async () => {
    const log = made()
    log.record(record(1))
    await vi.advanceTimersByTimeAsync(999)
    log.record(record(2))
    expect(written).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(written).toEqual([[record(1), record(2)]])
    log.record(record(3))
    await vi.advanceTimersByTimeAsync(1000)
    expect(written[1]).toEqual([record(3)])
  })

  it('writes at once after a thousand records', async () => {
    const log = made()
    for (let at = 0; at < 1001; at++) log.record(record(at))
    await vi.advanceTimersByTimeAsync(0)
    expect(sizes()).toEqual([1000])
    await vi.advanceTimersByTimeAsync(1000)
    expect(sizes()).toEqual([1000, 1])
  })

  it('logs how many records it lost when the store fails, and continues', async () => {
    const log = made()
    fails = true
    log.record(record(1))
    log.record(record(2))
    await log.write()
    expect(warned).toEqual([['The query log could not be written', { cause: 'Error: full', lost: 2 }]])
    fails = false
    log.record(record(3))
    await log.write()
    expect(written).toEqual([[record(3)]])
  })

  it('records the user and the outcome of a query, but those of a job only once', () => {
    const logged: QueryRecord[] = []
    const options = { now: () => 5, queryLog: { record: (each: QueryRecord) => logged.push(each) } } as never
    const of = { ...dataRequest(2), index: 1 } as unknown as ChartDataRequest
    logQuery(options, of, performance.now() - 40, { error: 'abort' })
    logQuery(options, { ...of, from: 'job' }, 0, {})
    logQuery({ now: () => 5 } as never, of, 0, {})
    expect(logged).toEqual([
      {
        at: 5,
        user_id: 7,
        viewed_by: null,
        dataset_id: 3,
        chart_id: null,
        dashboard_id: null,
        duration: expect.any(Number),
        data_age: null,
        row_count: null,
        cached: false,
        error: 'abort',
      },
    ])
    expect(logged[0]?.duration).toBeGreaterThanOrEqual(40)
    expect(logged[0]?.duration).toBeLessThan(5000)
    const own = {
      ...of,
      chartId: 8,
      dashboardId: 9,
      context: { ...of.context, queries: [{}, { datasource: { id: 4 } }] },
    }
    logQuery(options, own as unknown as ChartDataRequest, 0, {})
    expect(logged[1]).toMatchObject({ dataset_id: 4, chart_id: 8, dashboard_id: 9 })
  })
})
