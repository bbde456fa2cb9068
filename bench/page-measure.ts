import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { withBrowser } from './browser.ts'
import { startServer, prepareHome, type Server } from './home.ts'
import { type BenchOrder, readOrder, sendFigure } from './bench-order.ts'
import { runRaw } from './plain-driver.ts'
import { EMPTY_DASHBOARD, FULL_DASHBOARD, LARGE_DASHBOARD, openStage, type Stage } from './page-stage.ts'
import { measureInterleaved, median } from './statistics.ts'
import { openLink } from './sign-in.ts'

const TALL = { width: 1440, height: 2600 }
const PATIENCE_MS = 60_000

interface Boot {
  /** Milliseconds from the navigation to the frame after the awaited condition. */
  readonly painted: number
  /** Statements reported in the chart responses. */
  readonly statements: readonly string[]
}

/** Runs in the page: resolves in the frame after the condition holds, with the time since the navigation. */
function whenPainted({ charts, title }: { charts: number; title: string }): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      const done =
        charts > 0
          ? document.querySelectorAll('[data-status="rendered"]').length >= charts
          : (document.querySelector('main, #root')?.textContent ?? '').includes(title)
      if (done) requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
      else requestAnimationFrame(look)
    }
    look()
  })
}

async function boot(page: Page, url: string, slug: string, charts: number, title: string): Promise<Boot> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/chart/data')) bodies.push(response.body().catch(() => Buffer.alloc(0)))
  })
  await page.goto(`${url}/dashboard/${slug}`, { waitUntil: 'commit' })
  const timeout = setTimeout(() => void page.close(), PATIENCE_MS)
  const painted = await page.evaluate(whenPainted, { charts, title }).finally(() => clearTimeout(timeout))
  page.removeAllListeners('response')
  const texts = (await Promise.all(bodies)).map(String)
  const statements = texts.flatMap((text) =>
    [...text.matchAll(/"query":("(?:[^"\\]|\\.)*")/g)].map(([, json]) => JSON.parse(json ?? '""') as string),
  )
  return { painted, statements }
}

/** B7, B8: the dashboard on ten million rows, cold and warm, and the empty one, by turns in one browser. */
async function dashboards(order: BenchOrder, server: Server, context: BrowserContext, stage: Stage): Promise<void> {
  const { charts, coldSamples, warmSamples } = order.plan.dashboard
  const visit = async (slug: string, count: number, title: string): Promise<Boot> => {
    const page = await context.newPage()
    try {
      return await boot(page, server.url, slug, count, title)
    } finally {
      await page.close()
    }
  }
  const empty = () => visit(EMPTY_DASHBOARD, 0, 'Measure empty')
  const full = () => visit(FULL_DASHBOARD, charts.length, '')
  await empty()
  const { statements } = await full()
  const note = (text: string) => `${text}; ${statements.length} statements`
  const cold: { ours: number; theirs: number }[] = []
  for (let turn = 0; order.ids.includes('B7') && turn < coldSamples; turn++) {
    const nothing = (await empty()).painted
    await stage.forget()
    const ours = (await full()).painted
    let raw = 0
    for (const statement of statements) raw += await runRaw(stage.raw, statement)
    cold.push({ ours, theirs: raw + 2 * nothing })
  }
  if (cold.length > 0) {
    const text = `${median(cold.map(({ ours }) => ours)).toFixed(0)} ms over ${median(cold.map(({ theirs }) => theirs)).toFixed(0)} ms`
    const value = median(cold.map(({ ours, theirs }) => ours / theirs))
    sendFigure({
      measure: 'B7',
      name: `${charts.length} charts, 10M rows, cold`,
      value,
      unit: 'x raw',
      most: 1.3,
      note: note(text),
    })
  }
  const warm: { ours: number; theirs: number }[] = []
  for (let turn = 0; order.ids.includes('B8') && turn < warmSamples; turn++)
    warm.push({ ours: (await full()).painted, theirs: (await empty()).painted })
  if (warm.length > 0) {
    const text = `${median(warm.map(({ ours }) => ours)).toFixed(0)} ms over ${median(warm.map(({ theirs }) => theirs)).toFixed(0)} ms`
    const value = median(warm.map(({ ours, theirs }) => ours / theirs))
    sendFigure({
      measure: 'B8',
      name: `${charts.length} charts, 10M rows, warm`,
      value,
      unit: 'x empty',
      most: 1.5,
      note: note(text),
    })
  }
}

/** Runs in the page: resolves in the frame after every visible chart is drawn, with the time since the navigation. */
function whenScreenPainted(least: number): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      const seen = [...document.querySelectorAll('[data-status]')].filter((each) => {
        const { top, bottom } = each.getBoundingClientRect()
        return bottom > 0 && top < window.innerHeight
      })
      const done = seen.length >= least && seen.every((each) => each.getAttribute('data-status') === 'rendered')
      if (done) requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
      else requestAnimationFrame(look)
    }
    look()
  })
}

/**
 * B9: the first screen of a dashboard of many screens, compared with the complete one of B8, and its requests before
 * scrolling.
 */
async function manyCharts(order: BenchOrder, server: Server, context: BrowserContext): Promise<void> {
  const { charts, many, manySamples } = order.plan.dashboard
  const questions: number[] = []
  const visit = async (slug: string): Promise<number> => {
    const page = await context.newPage()
    let requested = 0
    page.on('request', (request) => {
      if (request.url().includes('/chart/data')) requested++
    })
    try {
      await page.goto(`${server.url}/dashboard/${slug}`, { waitUntil: 'commit' })
      const painted = await page.evaluate(whenScreenPainted, charts.length)
      await page.waitForLoadState('networkidle')
      if (slug === LARGE_DASHBOARD) questions.push(requested)
      return painted
    } finally {
      await page.close()
    }
  }
  const [ours, theirs] = await measureInterleaved(
    manySamples,
    () => visit(LARGE_DASHBOARD),
    () => visit(FULL_DASHBOARD),
  )
  const note = `${median(ours).toFixed(0)} ms over ${median(theirs).toFixed(0)} ms`
  const value = median(ours.map((time, sample) => time / (theirs[sample] ?? Number.NaN)))
  sendFigure({ measure: 'B9', name: `${many} charts: first screen over B8`, value, unit: 'x B8', most: 1.2, note })
  // One screen next to the visible one is fetched too, in the same request.
  sendFigure({
    measure: 'B9',
    name: `${many} charts: requests for data before scrolling`,
    value: Math.max(...questions),
    unit: 'at most',
    most: 1,
  })
}

interface Scripts {
  /** Kilobytes transferred. */
  readonly total: number
  /** Kilobytes of the drawing code: the library and the View of the chart. */
  readonly drawing: number
  /** Names and kilobytes, largest first. */
  readonly list: readonly string[]
}

/** Returns the JavaScript loaded until loading stops. */
async function scripts(context: BrowserContext, url: string): Promise<Scripts> {
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const names = new Map<string, string>()
  const sizes: [string, number][] = []
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType))
      names.set(requestId, new URL(response.url).pathname.split('/').at(-1) ?? '')
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId)
    if (name) sizes.push([name, encodedDataLength / 1000])
  })
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  await page.close()
  sizes.sort((a, b) => b[1] - a[1])
  const sum = (some: readonly [string, number][]) => some.reduce((all, [, kilobytes]) => all + kilobytes, 0)
  return {
    total: sum(sizes),
    drawing: sum(sizes.filter(([name]) => /^(drawing|View)-/.test(name))),
    list: sizes.map(([name, kilobytes]) => `${name} ${kilobytes.toFixed(0)}`),
  }
}

/** B16: an empty dashboard loads everything except charts; explore shows one chart. */
async function javascript(server: Server, context: BrowserContext): Promise<void> {
  const empty = await scripts(context, `${server.url}/dashboard/${EMPTY_DASHBOARD}`)
  sendFigure({
    measure: 'B16',
    name: 'dashboard without charts',
    value: empty.total,
    unit: 'kB',
    most: 350,
    note: empty.list.slice(0, 8).join(', '),
  })
  const full = await scripts(context, `${server.url}/dashboard/${FULL_DASHBOARD}`)
  sendFigure({
    measure: 'B16',
    name: 'dashboard with 4 kinds of chart',
    value: full.total,
    unit: 'kB',
    note: full.list.slice(0, 6).join(', '),
  })
  const list = (await (
    await context.request.get(`${server.url}/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:Flights)))`)
  ).json()) as {
    result: { id: number }[]
  }
  const explore = await scripts(context, `${server.url}/explore/?slice_id=${list.result[0]?.id}`)
  // The target is for the page, without the files of its chart.
  sendFigure({
    measure: 'B16',
    name: 'explore of a number with a line, without what draws it',
    value: explore.total - explore.drawing,
    unit: 'kB',
    most: 480,
    note: explore.list.slice(0, 8).join(', '),
  })
  sendFigure({
    measure: 'B16',
    name: 'the same with what draws it',
    value: explore.total,
    unit: 'kB',
    note: `${explore.drawing.toFixed(0)} kB draw`,
  })
}

const order = readOrder()
await prepareHome(order.root)
const benchStage = await openStage(order.root, order.plan.dashboard)
const server = await startServer(order.root, { FACET_EXAMPLES: '0' })
await withBrowser(async (browser) => {
  const context = await browser.newContext({ viewport: TALL })
  const page = await context.newPage()
  await openLink(page, server)
  await page.close()
  if (order.ids.includes('B16')) await javascript(server, context)
  if (order.ids.includes('B9')) await manyCharts(order, server, context)
  if (order.ids.includes('B7') || order.ids.includes('B8')) await dashboards(order, server, context, benchStage)
})
await server.stop()
await benchStage.close()
process.exit(0)
