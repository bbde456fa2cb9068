import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { ChartType } from '#charts/chart.ts'
import { charts } from '#charts/index.ts'
import { withBrowser } from './browser.ts'
import { type DrawnChart, openDrawStage } from './draw-stage.ts'
import { prepareHome, startServer } from './home.ts'
import { readOrder, sendFigure } from './bench-order.ts'
import { median } from './statistics.ts'
import { centerOf, reportSteps, stepTasks } from './steps.ts'
import { traceWork, type MainThreadWork } from './trace.ts'
import { openLink } from './sign-in.ts'

const order = readOrder()
const { samples, warmUp, quietMs, steps, marks, long, points, grouped, timed, mixed } = order.plan.draw
const KIND_MS = 100
const TABLE_MS = 120
const TASK_MS = 300
const PATIENCE_MS = 60_000
const WIDE = { width: 1440, height: 900 }
const TALL = { width: 1440, height: 2000 }

/** Steps of a movement: warm-up steps and measured steps. */
const stepCount = { warmUp, steps }

const waitQuiet = () => new Promise((resolve) => setTimeout(resolve, quietMs))
const total = ({ script, layout }: MainThreadWork): number => script + layout

/**
 * Runs in the page before it starts: marks the arrival of chart responses, numbered by the turn they were requested in.
 */
function markResponses(): void {
  const fetchNow = window.fetch.bind(window)
  window.fetch = async (...requested) => {
    const reply = await fetchNow(...requested)
    const address = requested[0] instanceof Request ? requested[0].url : String(requested[0])
    if (address.includes('/chart/data')) performance.mark(`answered ${(window as { turn?: number }).turn ?? -1}`)
    return reply
  }
}

/** Runs in the page: resolves in the frame after all charts were loading and are drawn, and marks it with the turn. */
function redrawn(turn: number): Promise<number> {
  Object.assign(window, { turn })
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Nothing was drawn for 20 s')), 20_000)
    const all = () => [...document.querySelectorAll('[data-status]')]
    const loading = new Set<Element>()
    const look = (): void => {
      for (const each of all()) if (each.getAttribute('data-status') === 'loading') loading.add(each)
      if (loading.size < all().length || !all().every((each) => each.getAttribute('data-status') === 'rendered')) return
      observer.disconnect()
      requestAnimationFrame(() =>
        setTimeout(() => {
          performance.mark(`painted ${turn}`)
          const at = (name: string) => performance.getEntriesByName(`${name} ${turn}`)[0]?.startTime ?? Number.NaN
          resolve(at('painted') - at('answered'))
        }),
      )
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { attributes: true, attributeFilter: ['data-status'], subtree: true })
  })
}

async function open(
  context: BrowserContext,
  url: string,
  dashboard: number,
  count: number,
  size = WIDE,
): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize(size)
  await page.addInitScript(markResponses)
  await page.goto(`${url}/dashboard/${dashboard}`)
  const drawn = (least: number) => document.querySelectorAll('[data-status="rendered"]').length >= least
  await page.waitForFunction(drawn, count, { timeout: PATIENCE_MS })
  await page.waitForLoadState('networkidle')
  return page
}

/**
 * Queries and draws all charts again. Returns the main thread's work and the milliseconds from the response to the
 * paint.
 */
async function redraws(
  browser: Browser,
  page: Page,
  times: number,
): Promise<{ tasks: MainThreadWork[]; ms: number[] }> {
  const ms: number[] = []
  const trace = await traceWork(browser, page, async () => {
    for (let turn = 0; turn < warmUp + times; turn++) {
      await waitQuiet()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      const drawn = page.evaluate(redrawn, turn)
      await page.getByRole('menuitem', { name: 'Refresh dashboard' }).click()
      ms.push(await drawn)
    }
  })
  const turns = Array.from({ length: times }, (_, sample) => sample + warmUp)
  const tasks = turns.map((turn) => trace.work(trace.mark(`answered ${turn}`), trace.mark(`painted ${turn}`)))
  return { tasks, ms: ms.slice(warmUp) }
}

/** Returns the table with one row per mark for this chart type, with its first example. */
function drawnOf({ type, examples }: ChartType, line: number): DrawnChart {
  const table = timed.includes(type) ? 'steps' : grouped.includes(type) ? 'pairs' : 'names'
  const named = type === 'line_multi' ? { line_charts: [line] } : {}
  return { viz_type: type, table, form: { ...examples[0], row_limit: marks, ...named } }
}

type Stage = Awaited<ReturnType<typeof openDrawStage>>

interface DrawFixture {
  readonly browser: Browser
  readonly context: BrowserContext
  readonly url: string
  readonly stage: Stage
}

/** B25: one chart type. */
async function oneKind({ browser, context, url, stage }: DrawFixture, kind: ChartType, line: number): Promise<void> {
  const chart = await stage.chart(drawnOf(kind, line))
  const page = await open(context, url, await stage.dashboard([chart]), 1)
  const { tasks } = await redraws(browser, page, samples)
  const middle = (pick: (work: MainThreadWork) => number) => median(tasks.map(pick)).toFixed(1)
  const note = `script ${middle(({ script }) => script)}, longest piece ${middle(({ longest }) => longest)}; ${samples} times`
  sendFigure({ measure: 'B25', name: kind.type, value: median(tasks.map(total)), unit: 'ms', most: KIND_MS, note })
  await page.close()
}

/** B25: every chart type, then twelve visible charts at once. */
async function kinds(fixture: DrawFixture): Promise<void> {
  const { browser, context, url, stage } = fixture
  const all = charts as readonly ChartType[]
  const chosen = all.filter(({ type }) => !order.kinds || order.kinds.includes(type))
  const form = { metrics: ['count'], granularity_sqla: 'date', time_grain_sqla: 'P1D', groupby: ['origin'] }
  const line = await stage.chart({ viz_type: 'echarts_timeseries_line', table: 'steps', form })
  for (const kind of chosen) {
    await oneKind(fixture, kind, line).catch((error: unknown) => {
      sendFigure({
        measure: 'B25',
        name: kind.type,
        value: null,
        unit: 'ms',
        most: KIND_MS,
        note: String(error).split('\n')[0] ?? '',
      })
    })
  }
  if (order.kinds && !order.kinds.includes('mixed')) return
  const ids: number[] = []
  for (const kind of all.filter(({ type }) => mixed.includes(type))) ids.push(await stage.chart(drawnOf(kind, line)))
  const page = await open(context, url, await stage.dashboard(ids), ids.length, TALL)
  const { tasks, ms } = await redraws(browser, page, samples)
  const middle = (pick: (work: MainThreadWork) => number) => median(tasks.map(pick)).toFixed(0)
  const note = `main thread ${middle(total)} ms, longest piece ${middle(({ longest }) => longest)}; ${samples} times`
  sendFigure({
    measure: 'B25',
    name: `${ids.length} mixed charts, answer to painted`,
    value: median(ms),
    unit: 'ms',
    note,
  })
  await page.close()
}

/** Runs in a page with only ECharts: milliseconds until a line of these pairs is painted. */
function pairsDrawn(count: number): Promise<number> {
  const { echarts } = window as unknown as {
    echarts: { init(element: Element): Record<string, (...given: unknown[]) => void> }
  }
  const box = document.createElement('div')
  box.style.cssText = 'width:1200px;height:500px'
  document.body.replaceChildren(box)
  const pairs = Array.from({ length: count }, (_, at) => [at * 60_000, Math.sin(at / 900) * 50 + (at % 17)])
  const chart = echarts.init(box)
  const began = performance.now()
  return new Promise((resolve) => {
    chart['on']?.('finished', () => resolve(performance.now() - began))
    const series = [{ type: 'line', showSymbol: false, data: pairs }]
    chart['setOption']?.({ animation: false, xAxis: { type: 'time' }, yAxis: {}, series })
  })
}

/** B15: a long line, which the engine samples, compared with the same line drawn from pairs. */
async function longLine({ browser, context, url, stage }: DrawFixture): Promise<void> {
  const form = { metrics: ['count'], x_axis: 'date', time_grain_sqla: 'PT1M', groupby: [] }
  const id = await stage.chart({ viz_type: 'echarts_timeseries_line', table: 'minutes', form })
  const page = await open(context, url, await stage.dashboard([id]), 1)
  const { ms, tasks } = await redraws(browser, page, samples)
  const said = await page.getByRole('article').innerText()
  const engine = /greatest of each pixel; ([\d,]+) points · ([\d,]+) ms/.exec(said)
  if (Number(engine?.[1]?.replaceAll(',', '')) !== points) throw new Error(`Other points are shown: ${said}`)
  await page.close()
  const bare = await context.newPage()
  await bare.addScriptTag({ path: join(order.root, 'node_modules/echarts/dist/echarts.min.js') })
  const theirs: number[] = []
  for (let turn = 0; turn < samples + warmUp; turn++) theirs.push(await bare.evaluate(pairsDrawn, points))
  await bare.close()
  const other = median(theirs.slice(warmUp))
  const note = `${median(ms).toFixed(0)} over ${other.toFixed(0)} ms; main thread ${median(tasks.map(total)).toFixed(0)} ms; the engine ${engine?.[2]} ms`
  sendFigure({
    measure: 'B15',
    name: `line of ${points} points`,
    value: median(ms) / other,
    unit: 'x pairs',
    most: 1 / 8,
    note,
  })
}

/** B14: a table with as many rows as the default row limit. */
async function longTable({ browser, context, url, stage }: DrawFixture): Promise<void> {
  const all_columns = ['date', 'origin', 'carrier', 'latitude', 'longitude', 'n']
  const form = { query_mode: 'raw', all_columns, row_limit: 50_000 }
  const page = await open(
    context,
    url,
    await stage.dashboard([await stage.chart({ viz_type: 'table', table: 'moments', form })]),
    1,
  )
  const { ms } = await redraws(browser, page, samples)
  sendFigure({
    measure: 'B14',
    name: '50,000 rows, answer to painted',
    value: median(ms),
    unit: 'ms',
    most: TABLE_MS,
    note: `${samples} times`,
  })
  const { x, y } = await centerOf(page, '[role=grid]')
  await page.mouse.move(x, y)
  reportSteps(
    'B14',
    'scrolled, a step of the wheel',
    await stepTasks(browser, page, { heard: 'wheel', count: stepCount, move: () => page.mouse.wheel(0, 400) }),
  )
  await page.close()
}

/** B25: a pivot table of 500 by 100 cells with totals on both sides; no single task may block the page. */
async function manyCells({ browser, context, url, stage }: DrawFixture): Promise<void> {
  const form = {
    metrics: ['count'],
    groupbyRows: ['origin'],
    groupbyColumns: ['carrier'],
    rowTotals: true,
    colTotals: true,
    row_limit: 50_000,
    series_limit: 0,
  }
  const id = await stage.chart({ viz_type: 'pivot_table_v2', table: 'cells', form })
  const page = await open(context, url, await stage.dashboard([id]), 1)
  const { tasks, ms } = await redraws(browser, page, samples)
  const note = `main thread ${median(tasks.map(total)).toFixed(0)} ms, answer to painted ${median(ms).toFixed(0)} ms; ${samples} times`
  const value = median(tasks.map(({ longest }) => longest))
  sendFigure({ measure: 'B25', name: 'pivot of 50,000 cells, longest piece', value, unit: 'ms', most: TASK_MS, note })
  await page.close()
}

/** Pans 100,000 points, and the hexagons of as many. */
async function measurePanning({ browser, context, url, stage }: DrawFixture): Promise<void> {
  const spatial = { type: 'latlong', latCol: 'latitude', lonCol: 'longitude' }
  for (const viz_type of ['deck_scatter', 'deck_hex'] as const) {
    const form = {
      spatial,
      size: 'count',
      grid_size: 1000,
      row_limit: long,
      point_radius_fixed: { type: 'fix', value: 2 },
    }
    const id = await stage.chart({ viz_type, table: 'moments', form })
    const page = await open(context, url, await stage.dashboard([id]), 1)
    const { x, y } = await centerOf(page, '[role=application]')
    await page.mouse.move(x, y)
    await page.mouse.down()
    const move = (step: number) => {
      const turn = (step / 50) * 2 * Math.PI
      return page.mouse.move(x + 150 * Math.sin(turn), y + 100 * (1 - Math.cos(turn)))
    }
    const tasks = await stepTasks(browser, page, { heard: 'pointermove', count: stepCount, move })
    await page.mouse.up()
    reportSteps('B25', `${viz_type} of ${long} points, panned`, tasks)
    await page.close()
  }
}

await prepareHome(order.root)
const drawStage = await openDrawStage(order.root, order.plan.draw)
const server = await startServer(order.root, { FACET_EXAMPLES: '0' })
await withBrowser(async (browser) => {
  const context = await browser.newContext({ viewport: WIDE })
  await openLink(await context.newPage(), server)
  const fixture = { browser, context, url: server.url, stage: drawStage }
  // A measure that fails does not stop the others.
  const attempt = async (work: (fixture: DrawFixture) => Promise<void>) => {
    await work(fixture).catch((error: unknown) => console.error(work.name, error))
  }
  if (order.ids.includes('B14')) await attempt(longTable)
  if (order.ids.includes('B15')) await attempt(longLine)
  if (order.ids.includes('B25')) {
    if (!order.kinds || order.kinds.includes('panned')) await attempt(measurePanning)
    if (!order.kinds || order.kinds.includes('cells')) await attempt(manyCells)
    await attempt(kinds)
  }
})
await server.stop()
await drawStage.close()
process.exit(0)
