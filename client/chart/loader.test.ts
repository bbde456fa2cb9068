import { afterEach, describe, expect, it } from 'vitest'
import { configureAsync } from '#calls/async-jobs.ts'
import { ApiResponseError } from '#calls/call.ts'
import type { ChartType } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { createLoader, type LogDetails } from '#client/chart/loader.ts'
import { chartAdded, chartIdChanged, chartRemoved, type Charts, newChart } from '#client/chart/chart-state.ts'

const form = { viz_type: 'plain', datasource: '3__table' }
const plain = { type: 'plain', meta: {}, toQueries: () => [{ columns: ['a'] }] } as unknown as ChartType
const answer = (value: number) =>
  [{ rowcount: 1, colnames: ['a'], columns: [[value]], error: null }] as unknown as ColumnarResult[]

function screen(ask: (context: QueryContext, signal: AbortSignal | undefined) => Promise<readonly ColumnarResult[]>) {
  let charts: Charts = chartAdded({}, newChart(1, form))
  const logged: string[] = []
  const loggedDetails: LogDetails[] = []
  const time = { now: 5 }
  const loader = createLoader({
    charts: () => charts,
    change: (change) => {
      charts = change(charts)
    },
    ask: (context, options) => ask(context, options.signal),
    askLayer: () => Promise.reject(new Error('nothing is laid over these charts')),
    chartType: (name) => (name === 'plain' ? plain : chartType(name)),
    now: () => time.now,
    log: (event, details) => {
      logged.push(event)
      loggedDetails.push(details)
    },
  })
  const change = (by: (all: Charts) => Charts) => {
    charts = by(charts)
  }
  return { loader, logged, loggedDetails, time, change, charts: () => charts, chart: () => charts[1] }
}

describe('loading a chart', () => {
  it('sends the queries of its type and stores the results', async () => {
    let queryContext: QueryContext | undefined
    const { loader, chart } = screen(async (context) => {
      queryContext = context
      return answer(4)
    })
    await loader.load(1, form)
    expect(queryContext?.datasource).toEqual({ id: 3, type: 'table' })
    expect(queryContext?.queries).toEqual([{ columns: ['a'] }])
    expect(chart()?.chartStatus).toBe('success')
    expect(chart()?.queriesResponse?.[0]?.columns).toEqual([[4]])
  })

  it('uses a result loaded ahead once, within 30 seconds and unless it is forced', async () => {
    let sent = 0
    const { loader, chart, time } = screen(async () => answer((sent += 1)))
    const load = async (force = false) => {
      await loader.load(1, form, { force })
      return chart()?.queriesResponse?.[0]?.columns[0]?.[0]
    }
    await loader.loadAhead(1, form, {})
    await loader.loadAhead(1, form, {})
    expect([await load(), await load()]).toEqual([1, 2])
    await loader.loadAhead(1, form, {})
    expect([await load(true), await load()]).toEqual([4, 5])
    await loader.loadAhead(1, form, {})
    time.now += 30_001
    expect(await load()).toBe(7)
  })

  it('a newer load aborts the older one and ignores its late result', async () => {
    const gates: ((entries: ColumnarResult[]) => void)[] = []
    const signals: (AbortSignal | undefined)[] = []
    const { loader, chart } = screen((_context, signal) => {
      signals.push(signal)
      return new Promise((resolve) => gates.push(resolve))
    })
    const first = loader.load(1, form)
    const second = loader.load(1, { ...form, row_limit: 1 })
    expect(signals[0]?.aborted).toBe(true)
    gates[1]?.(answer(2))
    gates[0]?.(answer(1))
    await Promise.all([first, second])
    expect(chart()?.queriesResponse?.[0]?.columns).toEqual([[2]])
  })

  it('C-DATA-09: an abort logs abort and stops the chart', async () => {
    const { loader, logged, chart } = screen(
      (_context, signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject({ kind: 'abort' }))),
    )
    const loading = loader.load(1, form)
    loader.stop(1)
    await loading
    expect([logged, chart()?.chartStatus]).toEqual([['abort'], 'stopped'])
  })

  it('stops at once, and the chart may be queried again before the abort returns', async () => {
    const requested: AbortSignal[] = []
    const { loader, chart } = screen((_context, signal) => {
      requested.push(signal as AbortSignal)
      if (requested.length === 2) return Promise.resolve(answer(8))
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject({ kind: 'abort' })))
    })
    const first = loader.load(1, form)
    loader.stop(1)
    expect(chart()?.chartStatus).toBe('stopped')
    await Promise.all([first, loader.load(1, form)])
    expect([chart()?.chartStatus, chart()?.queriesResponse?.[0]?.columns]).toEqual(['success', [[8]]])
  })

  it('C-STATE-18: a response finds the chart under its new id', async () => {
    let give: (entries: ColumnarResult[]) => void = () => undefined
    const { loader, change, charts } = screen(() => new Promise((resolve) => (give = resolve)))
    const loading = loader.load(1, form)
    change((all) => chartIdChanged(all, 1, 9))
    give(answer(3))
    await loading
    expect([charts()[9]?.chartStatus, charts()[1]]).toEqual(['success', undefined])
  })

  it('ignores the result of a removed chart', async () => {
    let give: (entries: ColumnarResult[]) => void = () => undefined
    const { loader, change, charts } = screen(() => new Promise((resolve) => (give = resolve)))
    const loading = loader.load(1, form)
    change((all) => chartRemoved(all, 1))
    give(answer(3))
    await loading
    expect(charts()).toEqual({})
  })

  describe('loads the lines of several charts', () => {
    const lines = { viz_type: 'line_multi', datasource: '3__table', line_charts: [7, 8], line_charts_2: [9] }
    const several = (refused: readonly number[], kind = 'answer') =>
      screen(async ({ queries }) => {
        const [chart] = queries.map((query) => query.saved_chart)
        if (refused.includes(chart as number)) throw Object.assign(new Error(`No lines in ${chart}`), { kind })
        return answer(chart as number)
      })

    it('names a chart whose query fails, and draws the lines of the others', async () => {
      const { loader, chart, logged } = several([8])
      await loader.load(1, lines)
      expect(chart()?.queriesResponse?.map(({ error, columns, rowcount }) => [error, columns, rowcount])).toEqual([
        [null, [[7]], 1],
        ['Chart 8: No lines in 8', [], 0],
        [null, [[9]], 1],
      ])
      expect([chart()?.chartStatus, logged]).toEqual(['success', ['load']])
    })

    it('an empty result does not fail the chart, and a lost one fails it', async () => {
      const none = several([7, 8, 9])
      await none.loader.load(1, lines)
      expect([none.chart()?.chartStatus, none.chart()?.chartAlert]).toEqual(['failed', 'No lines in 7'])
      const lost = several([8], 'network')
      await lost.loader.load(1, lines)
      expect(lost.chart()).toMatchObject({ chartStatus: 'failed', failedAt: 'network' })
    })
  })

  it.each([
    [401, true],
    [403, false],
    [404, false],
    [422, false],
    [500, true],
    [502, true],
    [503, true],
    [504, false],
  ])('a response with status %i is a failure of the server, not of the query: %s', async (status, isServerError) => {
    const { loader, chart } = screen(() =>
      Promise.reject(new ApiResponseError('No', 'answer', status, { message: 'No' })),
    )
    await loader.load(1, form)
    expect(chart()).toMatchObject({ chartStatus: 'failed', chartAlert: 'No', isServerError })
  })

  it('C-STATE-12: a response with an error fails the chart with it', async () => {
    const wrong = [{ error: 'no such column', stacktrace: 'at 3' }] as unknown as ColumnarResult[]
    const { loader, chart } = screen(async () => wrong)
    await loader.load(1, form)
    expect([chart()?.chartStatus, chart()?.chartAlert, chart()?.chartStackTrace]).toEqual([
      'failed',
      'no such column',
      'at 3',
    ])
  })

  it('C-DATA-10: a timeout logs timeout and fails the chart', async () => {
    const { loader, logged, chart } = screen(() => Promise.reject({ kind: 'timeout' }))
    await loader.load(1, form)
    expect([logged, chart()?.chartStatus]).toEqual([['timeout'], 'failed'])
  })

  it('C-DATA-11: any other error becomes a failed update with the parsed error', async () => {
    const { loader, chart } = screen(() => Promise.reject({ kind: 'answer', status: 400, message: 'Columns missing' }))
    await loader.load(1, form)
    expect([chart()?.chartStatus, chart()?.chartAlert]).toEqual(['failed', 'Columns missing'])
  })

  it('a missing response sets the alert to a network error', async () => {
    const { loader, chart } = screen(() => Promise.reject({ kind: 'network', message: 'Failed to fetch' }))
    await loader.load(1, form)
    expect(chart()?.chartAlert).toBe('Network error.')
  })

  it('an unknown viz type sets an alert', async () => {
    const { loader, chart } = screen(async () => answer(1))
    await loader.load(1, { ...form, viz_type: 'hologram' })
    expect(chart()?.chartAlert).toBe('This visualization type is not supported.')
  })
})

describe('the log of loads', () => {
  afterEach(() => configureAsync(undefined))

  it('C-DATA-12: carries the duration in ms, and the age of the oldest cached result', async () => {
    const entry = (cached_dttm: string | null) => ({ rowcount: 0, colnames: [], columns: [], error: null, cached_dttm })
    const { loader, logged, loggedDetails, time } = screen(async () => {
      time.now = Date.UTC(2024, 0, 1, 12, 0, 10)
      return [entry('2024-01-01T12:00:07'), entry('2024-01-01T12:00:04'), entry(null)] as unknown as ColumnarResult[]
    })
    time.now = Date.UTC(2024, 0, 1, 12, 0, 9, 250)
    await loader.load(1, form)
    expect([logged, loggedDetails]).toEqual([['load'], [{ duration: 750, dataAge: 6000 }]])
  })

  it('C-DATA-12: the data age is null when no result is cached', async () => {
    const { loader, loggedDetails } = screen(async () => answer(1))
    await loader.load(1, form)
    expect(loggedDetails).toEqual([{ duration: 0, dataAge: null }])
  })

  it('logs other failures if data are returned at once', async () => {
    const { loader, logged } = screen(() => Promise.reject({ kind: 'answer', status: 400, message: 'no' }))
    await loader.load(1, form)
    expect(logged).toEqual(['error'])
  })

  it('X-EVENT-11: async mode records a failure without logging; abort and timeout are logged', async () => {
    configureAsync({ transport: 'polling', pollingDelay: 500 })
    const { loader, logged, chart } = screen(() => Promise.reject({ kind: 'answer', status: 400, message: 'no' }))
    await loader.load(1, form)
    expect([logged, chart()?.chartStatus, chart()?.chartAlert]).toEqual([[], 'failed', 'no'])
    const late = screen(() => Promise.reject({ kind: 'timeout' }))
    await late.loader.load(1, form)
    expect(late.logged).toEqual(['timeout'])
  })
})
