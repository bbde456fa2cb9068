import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeCanvas } from '#testing/canvas.ts'
import { dashboardChart, openDashboard } from '#testing/dashboard.ts'
import { batchResponse, batchItemsOf } from '#testing/frames.ts'
import { type Call, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { ChartHolder } from '#client/dashboard/chart/ChartTile.tsx'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { actions, createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { ChartPane } from '#client/explore/results/ChartPane.tsx'
import { createRunner, RunnerContext } from '#client/explore/state/chart-runner.ts'
import { createExploreStore, ExploreContext } from '#client/explore/state/store.ts'
import type { LayoutNode } from '#core/layout/node.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { AppliedSampling } from '#core/query/sample.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const form = {
  viz_type: 'echarts_timeseries_line',
  datasource: '3__table',
  x_axis: 'at',
  time_grain_sqla: 'PT1M',
  metrics: ['count'],
}
const dataset = {
  id: 3,
  table_name: 'flights',
  main_dttm_col: 'at',
  columns: [{ column_name: 'at', type: 'TIMESTAMP', type_generic: 2, is_dttm: true, groupby: true }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
} as const

/** The layout width of every box, and the callback that reports its changes. */
let laidOut = 0
const listeners = new Set<() => void>()

class Watching {
  private readonly tell: () => void
  constructor(tell: () => void) {
    this.tell = tell
  }
  observe() {
    listeners.add(this.tell)
    queueMicrotask(this.tell)
  }
  disconnect() {
    listeners.delete(this.tell)
  }
}

const widen = (pixels: number): void =>
  act(() => {
    laidOut = pixels
    for (const tell of listeners) tell()
  })

beforeEach(() => {
  takeCanvas()
  openSession()
  laidOut = 400
  listeners.clear()
  vi.stubGlobal('ResizeObserver', Watching)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => laidOut)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(240)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 240))
})

/** Returns the result of a query: two points, marked as a sample of a million if `isSampled`. */
function answerOf(query: QueryObject | undefined, isSampled: boolean) {
  const sampled: AppliedSampling = { points: 1_000_000, width: query?.sample?.width ?? 0 }
  return {
    colnames: ['at', 'count'],
    coltypes: [2, 0],
    columns: [
      [0, 60_000],
      [1, 2],
    ],
    rowcount: 2,
    query: 'SELECT 1',
    applied_filters: [],
    rejected_filters: [],
    cost: { cache: 'miss', engine: 1, plan: 0, queue: 0, post: 0, serialise: 0, made_at: Date.now(), capped: false },
    ...(isSampled ? { sampled } : {}),
  }
}

interface Opened {
  /** The requested widths, in order. */
  readonly widths: () => readonly (number | undefined)[]
}

const screens: Record<string, (isSampled: boolean) => Opened> = {
  'a card of a dashboard': (isSampled) => {
    const queryOf = (call: Call) => {
      const context = batchItemsOf(call)[0]?.query_context as { readonly queries?: readonly QueryObject[] } | undefined
      return context?.queries?.[0]
    }
    const calls = mockResponses({
      '/api/v1/chart/data/batch': (call: Call) => batchResponse(call, () => answerOf(queryOf(call), isSampled)),
    })
    const store = createDashboardStore(openDashboard({}, { charts: [dashboardChart(10, form)] }))
    actions.datasetsArrived(store, 1)
    const layout = store.getState().layout['CHART-10'] as LayoutNode
    show(
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <ChartHolder node={layout} />
        </LoaderContext>
      </DashboardContext>,
    )
    const requests = () => calls.filter(({ path }) => path.endsWith('/batch'))
    return { widths: () => requests().map((call) => queryOf(call)?.sample?.width) }
  },
  'the pane of explore': (isSampled) => {
    const queryOf = ({ body }: Call) => (body as { queries: readonly QueryObject[] }).queries[0]
    const calls = mockResponses({
      '/api/v1/chart/data': (call: Call) => ({ result: [answerOf(queryOf(call), isSampled)] }),
    })
    const store = createExploreStore({ slice: null, dataset, form, title: '' })
    show(
      <ExploreContext value={store}>
        <RunnerContext value={createRunner(store, 60_000)}>
          <ChartPane />
        </RunnerContext>
      </ExploreContext>,
    )
    const requests = () => calls.filter(({ path }) => path === '/api/v1/chart/data')
    return { widths: () => requests().map((call) => queryOf(call)?.sample?.width) }
  },
}

function show(what: ReactNode): void {
  render(<QueryClientProvider client={createQueryClient()}>{what}</QueryClientProvider>)
}

const sentence = (text: string) => screen.findByText(new RegExp(`^shown: first, last, least and greatest of ${text};`))

describe.each(Object.keys(screens))('%s', (name) => {
  const open = (isSampled: boolean) => screens[name]?.(isSampled) as Opened

  it('requests as many points as it has pixels, and again only after one more step of width', async () => {
    const { widths } = open(true)
    await sentence('each pixel')
    expect(widths()).toEqual([512])
    // 512 pixels still match the request; 513 exceed it.
    widen(512)
    expect(widths()).toEqual([512])
    widen(513)
    await waitForAssertion(() => expect(widths()).toEqual([512, 768]))
    // A narrower chart, and the original width again, are drawn from the existing data.
    await sentence('each pixel')
    widen(200)
    widen(768)
    expect(widths()).toEqual([512, 768])
  })

  it('sends no query for a larger width when the data is complete', async () => {
    const { widths } = open(false)
    await waitForAssertion(() => expect(widths()).toEqual([512]))
    await screen.findByText(/^2 rows/)
    widen(1900)
    expect(widths()).toEqual([512])
  })
})
