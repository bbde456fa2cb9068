import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configureCalls } from '#calls/call.ts'
import { createDashboardLoader } from '#client/dashboard/state/loading.ts'
import { createDashboardStore } from '#client/dashboard/state/store.ts'
import { createRunner } from '#client/explore/state/chart-runner.ts'
import { actions, createExploreStore } from '#client/explore/state/store.ts'
import { newLayer } from '#core/annotation/layer.ts'
import type { BatchItem } from '#core/query/result.ts'
import { dashboardChart, openDashboard } from '#testing/dashboard.ts'
import { layerState } from './annotation-state.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

const events = { ...newLayer('Events'), annotationType: 'EVENT', sourceType: 'NATIVE', value: 4 } as const
const sales = { ...newLayer('Sales'), annotationType: 'TIME_SERIES', sourceType: 'line', value: 7 } as const
const form = {
  viz_type: 'echarts_timeseries_line',
  datasource: '3__table',
  x_axis: 'day',
  granularity_sqla: 'day',
  time_grain_sqla: 'P1D',
  metrics: ['count'],
}
const dataset = {
  id: 3,
  table_name: 'flights',
  main_dttm_col: 'day',
  columns: [{ column_name: 'day', type: 'TIMESTAMP', type_generic: 2, is_dttm: true, groupby: true }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
} as const

/** One request of the browser: its method and path, and the queries of its batch. */
interface Sent {
  readonly call: string
  readonly items: readonly BatchItem[]
  readonly signal: AbortSignal
}

let sent: Sent[] = []
const answers: Record<string, unknown> = {
  chart: { result: [{ error: null, rowcount: 1, colnames: ['count'], coltypes: [0], columns: [[1]] }] },
  native: { data: [{ short_descr: 'Opening', start_dttm: 5, end_dttm: 5 }] },
  series: { data: [{ __timestamp: 5, total: 1 }], colnames: ['__timestamp', 'total'], coltypes: [2, 0], form_data: {} },
}

function frameOf({ id, layer }: BatchItem): string {
  const body = JSON.stringify(answers[layer ? (layer.is_native ? 'native' : 'series') : 'chart'])
  return `${JSON.stringify({ id, status: 200, length: body.length })}\n${body}\n`
}

beforeEach(() => {
  sent = []
  configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
  vi.spyOn(console, 'debug').mockImplementation(() => {})
  vi.stubGlobal('window', { innerWidth: 1440, screen: { availWidth: 1440 } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url, 'http://localhost')
    const { items = [] } = JSON.parse((init.body as string | undefined) ?? '{}') as { items?: BatchItem[] }
    sent.push({ call: `${init.method} ${pathname}`, items, signal: init.signal as AbortSignal })
    if (pathname.endsWith('/batch')) return new Response(items.map(frameOf).join(''))
    return Response.json(answers[pathname.includes('annotation_json') ? 'native' : 'chart'])
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const BATCH = 'POST /api/v1/chart/data/batch'
const kinds = (items: readonly BatchItem[]) =>
  items.map(({ layer, slice_id: slice }) => (layer ? `layer ${layer.value}` : `chart ${slice}`))

describe('requests for a chart with layers', () => {
  it('a dashboard sends one request for its charts and their layers, each chart before its layers', async () => {
    const charts = [10, 11, 12].map((id) =>
      dashboardChart(id, { ...form, annotation_layers: id === 10 ? [events, sales] : id === 11 ? [events] : [] }),
    )
    const store = createDashboardStore(openDashboard({}, { charts }))
    const { loader } = createDashboardLoader(store, 60_000)
    const load = (id: number) => {
      const own = formDataOf(store.getState(), id)
      if (!own) throw new Error('There is no such chart.')
      return loader.load(id, own, { sliceId: id, force: id === 11 })
    }
    await Promise.all([10, 11].map(load))
    expect(sent.map(({ call }) => call)).toEqual([BATCH])
    expect(kinds(sent[0]?.items ?? [])).toEqual(['chart 10', 'layer 4', 'layer 7', 'chart 11', 'layer 4'])
    expect(sent[0]?.items.flatMap(({ layer }) => (layer ? [layer.force ?? false] : []))).toEqual([false, false, true])
    expect(sent[0]?.items[1]?.layer).toMatchObject({ value: 4, is_native: true })
    const chart = store.getState().charts[10]
    expect(chart?.chartStatus).toBe('success')
    expect(chart?.annotationData['Events']?.records).toMatchObject([{ short_descr: 'Opening' }])
    expect(chart?.annotationData['Sales']?.records).toEqual([{ __timestamp: 5, total: 1 }])
  })

  it('removing a chart removes its layers without waiting for their requests', async () => {
    const charts = [10, 11, 12].map((id) => dashboardChart(id, { ...form, annotation_layers: [events, sales] }))
    const store = createDashboardStore(openDashboard({}, { charts }))
    const { loader } = createDashboardLoader(store, 60_000)
    let answer: (() => void) | undefined
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
      sent.push({ call: BATCH, items: [], signal: init.signal as AbortSignal })
      return new Promise<Response>((resolve) => {
        answer = () => resolve(new Response(''))
      })
    })
    const own = formDataOf(store.getState(), 10)
    const loading = own && loader.load(10, own)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    loader.stop(10)
    expect(sent[0]?.signal.aborted).toBe(true)
    answer?.()
    await loading
    expect(store.getState().charts[10]?.annotationQuery).toEqual({})
  })

  it('explore sends a batch as well; a chart without layers and a layer added later use separate URLs', async () => {
    const open = (annotation_layers: readonly object[]) => {
      const store = createExploreStore({ slice: null, dataset, form: { ...form, annotation_layers }, title: '' })
      return { store, runner: createRunner(store, 60_000) }
    }
    const { store, runner } = open([events, sales])
    runner.run()
    const stateOf = (name: string) => {
      const chart = store.getState().charts[0]
      return chart && layerState(chart, name)
    }
    await vi.waitFor(() => expect([stateOf('Events'), stateOf('Sales')]).toEqual(['success', 'success']))
    expect(store.getState().charts[0]?.chartStatus).toBe('success')
    expect(sent.map(({ call }) => call)).toEqual([BATCH])
    expect(kinds(sent[0]?.items ?? [])).toEqual(['chart undefined', 'layer 4', 'layer 7'])

    sent = []
    const bare = open([])
    bare.runner.run()
    await vi.waitFor(() => expect(bare.store.getState().charts[0]?.chartStatus).toBe('success'))
    actions.setControls(bare.store, { annotation_layers: [events] })
    bare.runner.layOver()
    await vi.waitFor(() => expect(bare.store.getState().charts[0]?.annotationData).toHaveProperty('Events'))
    expect(sent.map(({ call }) => call)).toEqual(['POST /api/v1/chart/data', 'GET /superset/annotation_json/4'])
  })
})
