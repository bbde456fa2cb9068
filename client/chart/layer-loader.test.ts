import { describe, expect, it } from 'vitest'
import type { AnnotationQuery } from '#calls/annotation-data.ts'
import type { ChartType } from '#charts/chart.ts'
import { newLayer } from '#core/annotation/layer.ts'
import type { LayerData } from '#core/form/layer-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { layerState } from '#client/chart/annotation-state.ts'
import { layerFailures } from '#client/chart/layer-failures.ts'
import { createLoader } from '#client/chart/loader.ts'
import { chartAdded, chartIdChanged, type Charts, newChart } from '#client/chart/chart-state.ts'

const events = { ...newLayer('Events'), annotationType: 'EVENT', sourceType: 'NATIVE', value: 4 } as const
const sales = { ...newLayer('Sales'), annotationType: 'TIME_SERIES', sourceType: 'line', value: 7 } as const
const formOf = (...annotation_layers: readonly object[]) => ({
  viz_type: 'plain',
  datasource: '3__table',
  annotation_layers,
})
const plain = {
  type: 'plain',
  meta: { supportedAnnotationTypes: ['FORMULA', 'EVENT', 'TIME_SERIES'] },
  toQueries: ({ annotation_layers, time_range = 'Last year' }: Record<string, unknown>) => [
    { annotation_layers, time_range, extras: { time_grain_sqla: 'P1M' } },
  ],
} as unknown as ChartType
const data = (day: number): LayerData => ({ records: [{ start_dttm: day }] })

interface Waiting {
  readonly question: AnnotationQuery
  readonly signal: AbortSignal | undefined
  readonly give: (data: LayerData) => void
  readonly fail: (error: object) => void
}

/** A screen with one chart whose layer requests are answered by the test. */
function screen() {
  let charts: Charts = chartAdded({}, newChart(1, formOf()))
  const waiting: Waiting[] = []
  const contexts: QueryContext[] = []
  const loader = createLoader({
    charts: () => charts,
    change: (change) => {
      charts = change(charts)
    },
    ask: async (context) => {
      contexts.push(context)
      return [{ rowcount: 1, colnames: ['a'], columns: [[1]], error: null }] as unknown as ColumnarResult[]
    },
    askLayer: (question, { signal }) =>
      new Promise((give, fail) => {
        waiting.push({ question, signal, give, fail })
        signal?.addEventListener('abort', () => fail({ kind: 'abort', message: 'abort' }))
      }),
    chartType: () => plain,
    now: () => 1,
    log: () => undefined,
  })
  const chart = (id = 1) => charts[id] ?? newChart(0, formOf())
  const change = (by: (all: Charts) => Charts) => {
    charts = by(charts)
  }
  return { loader, waiting, contexts, chart, change, state: (name: string) => layerState(chart(), name) }
}

/** Returns the state of a layer after its request failed with this error. */
async function failed(error: object) {
  const { loader, waiting, chart, state } = screen()
  const loading = loader.load(1, formOf(events))
  waiting[0]?.fail(error)
  await loading
  return { state: state('Events'), error: chart().annotationError['Events'], chart: chart() }
}

describe('annotation layers of a chart', () => {
  it('C-ANNOT-04: a layer is started, then success with its data or failed with its error', async () => {
    const { loader, waiting, chart, state } = screen()
    expect(state('Events')).toBeUndefined()
    const loading = loader.load(1, formOf(events, sales))
    expect([state('Events'), state('Sales')]).toEqual(['started', 'started'])
    waiting[0]?.give(data(5))
    waiting[1]?.fail({ kind: 'answer', message: 'No such chart' })
    await loading
    expect([state('Events'), state('Sales')]).toEqual(['success', 'failed'])
    expect(chart().annotationData).toEqual({ Events: data(5) })
    expect(chart().annotationQuery).toEqual({})
  })

  it.each(['constructor', '__proto__', 'toString'])('loads a layer named %s', async (name) => {
    const { loader, waiting, chart, state } = screen()
    expect(state(name)).toBeUndefined()
    const loading = loader.load(1, formOf({ ...events, name }))
    expect(state(name)).toBe('started')
    waiting[0]?.give(data(5))
    await loading
    expect([state(name), Object.entries(chart().annotationData)]).toEqual(['success', [[name, data(5)]]])
  })

  it('C-ANNOT-01: queries layers by value, overrides for this chart, and native or not', async () => {
    const { loader, waiting, contexts } = screen()
    const shifted = { ...sales, overrides: { time_range: null, time_grain_sqla: null, time_shift: '1 week' } }
    void loader.load(1, { ...formOf(events, shifted), time_range: 'Last month' })
    expect(waiting.map(({ question }) => question)).toEqual([
      { value: 4, overrides: { time_range: 'Last month' }, isNative: true },
      {
        value: 7,
        overrides: { time_range: 'Last month', time_grain_sqla: 'P1M', time_shift: '1 week' },
        isNative: false,
      },
    ])
    expect(contexts[0]?.queries[0]?.annotation_layers).toEqual([])
  })

  it('requests no formulas, no hidden or empty layers, and no layers that the chart does not support', async () => {
    const { loader, waiting } = screen()
    const interval = { ...events, name: 'i', annotationType: 'INTERVAL' }
    const open = { ...events, name: 'o', value: null }
    await loader.load(1, formOf({ ...newLayer('f'), value: 'x' }, { ...events, show: false }, interval, open))
    expect(waiting).toEqual([])
  })

  it('C-ANNOT-05: an error about missing data counts as success', async () => {
    const answer = await failed({ kind: 'answer', message: 'There was No Data for this query' })
    expect(answer).toMatchObject({ state: 'success', error: undefined })
    expect(answer.chart.annotationData['Events']).toEqual({ records: [] })
  })

  it('C-ANNOT-06: a timeout is reported as Query timeout', async () => {
    expect(await failed({ kind: 'timeout', message: 'late' })).toMatchObject({
      state: 'failed',
      error: 'Query timeout',
    })
  })

  it('C-ANNOT-07: an abort is ignored: the layer stays as before', async () => {
    expect(await failed({ kind: 'abort', message: 'abort' })).toMatchObject({ state: undefined, error: undefined })
    const { loader, waiting, chart, state } = screen()
    const loading = loader.load(1, formOf(events))
    loader.stop(1)
    await loading
    expect([waiting[0]?.signal?.aborted, state('Events'), chart().annotationError]).toEqual([true, undefined, {}])
  })

  it('C-ANNOT-08: a new query of a layer aborts the previous query of the same name and ignores its result', async () => {
    const { loader, waiting, chart } = screen()
    const first = loader.load(1, formOf(events, sales))
    const second = loader.load(1, formOf({ ...events, value: 5 }, sales))
    expect(waiting.map(({ signal }) => signal?.aborted)).toEqual([true, true, false, false])
    waiting[2]?.give(data(2))
    waiting[0]?.give(data(1))
    waiting[3]?.give(data(3))
    await Promise.all([first, second])
    expect(chart().annotationData).toEqual({ Events: data(2), Sales: data(3) })
  })

  it('C-ANNOT-09: a failure keeps its error under the name of the layer, the chart stays; without one: Network error.', async () => {
    const answer = await failed({ kind: 'answer', message: 'Access denied' })
    expect(answer.chart.annotationError).toEqual({ Events: 'Access denied' })
    expect(answer.chart.chartStatus).toBe('success')
    expect((await failed({ kind: 'network', message: 'Failed to fetch' })).error).toBe('Network error.')
    expect((await failed({})).error).toBe('Network error.')
  })

  it('names layers that cannot be drawn: invalid formulas and failed requests', async () => {
    const { chart } = await failed({ kind: 'answer', message: 'Access denied' })
    const formulas = [
      { ...newLayer('Wave'), value: 'x +' },
      { ...newLayer('Hidden'), value: '', show: false },
      { ...newLayer('Fine'), value: 'x' },
    ]
    const form = { viz_type: 'echarts_area', annotation_layers: [...formulas, events] }
    expect(layerFailures({ ...chart, sliceFormData: form })).toEqual([
      ['Wave', 'The formula ends too early'],
      ['Events', 'Access denied'],
    ])
  })

  it('keeps previous data until newer ones arrive, and drops removed layers', async () => {
    const { loader, waiting, chart } = screen()
    const first = loader.load(1, formOf(events, sales))
    waiting[0]?.give(data(1))
    waiting[1]?.fail({ kind: 'answer', message: 'no' })
    await first
    void loader.load(1, formOf(events))
    expect(chart().annotationData).toEqual({ Events: data(1) })
    expect(chart().annotationError).toEqual({})
  })

  it('requests only new layers for a chart with a result', async () => {
    const { loader, waiting } = screen()
    const first = loader.load(1, formOf(events))
    waiting[0]?.give(data(1))
    await first
    void loader.loadLayers(1, formOf({ ...events, color: '#123456' }, sales), { onlyNew: true })
    expect(waiting.map(({ question }) => question.value)).toEqual([4, 7])
    void loader.loadLayers(1, formOf({ ...events, value: 6 }, sales), { onlyNew: true })
    expect(waiting.map(({ question }) => question.value)).toEqual([4, 7, 6])
  })

  it('C-STATE-18: a response finds the chart under its new id', async () => {
    const { loader, waiting, chart, change } = screen()
    const loading = loader.load(1, formOf(events))
    change((all) => chartIdChanged(all, 1, 9))
    waiting[0]?.give(data(1))
    await loading
    expect(chart(9).annotationData).toEqual({ Events: data(1) })
  })
})
