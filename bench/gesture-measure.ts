import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { withBrowser } from './browser.ts'
import { prepareHome, startServer } from './home.ts'
import { readOrder, sendFigure } from './bench-order.ts'
import { median, quantile } from './statistics.ts'
import { traceWork, type MainThreadWork } from './trace.ts'
import { openLink } from './sign-in.ts'

const order = readOrder()
const { samples, warmUp, quietMs, steps, ...named } = order.plan.gestures
const GESTURE_MS = 16
const POPOVER_MS = 50

interface Gesture {
  readonly name: string
  readonly most: number
  /** Prepares the page for the gesture; the pointer is already at the position to press. */
  ready?(turn: number): Promise<void>
  act(turn: number): Promise<void>
}

const waitQuiet = () => new Promise((resolve) => setTimeout(resolve, quietMs))
const mark = (page: Page, name: string) => page.evaluate((each) => void performance.mark(each), name)

function report(name: string, tasks: readonly MainThreadWork[], most: number): void {
  const total = tasks.map(({ script, layout }) => script + layout)
  const p95 = (pick: (work: MainThreadWork) => number) => quantile(tasks.map(pick), 0.95).toFixed(1)
  const parts = `p95 of script ${p95((work) => work.script)}, style and layout ${p95((work) => work.layout)}, paint ${p95((work) => work.paint)}`
  const note = `median ${median(total).toFixed(1)}; ${parts}, longest piece ${p95((work) => work.longest)}; ${tasks.length} times`
  sendFigure({ measure: 'B22', name, value: quantile(total, 0.95), unit: 'ms p95', most, note })
}

/** Repeats a gesture; its work is what the main thread does from the press until the page is idle. */
async function measure(browser: Browser, page: Page, gesture: Gesture): Promise<void> {
  const trace = await traceWork(browser, page, async () => {
    for (let turn = 0; turn < warmUp + samples; turn++) {
      await gesture.ready?.(turn)
      await waitQuiet()
      await mark(page, `from ${turn}`)
      await gesture.act(turn)
      await waitQuiet()
      await mark(page, `to ${turn}`)
    }
  })
  const tasks = Array.from({ length: samples }, (_, sample) =>
    trace.work(trace.mark(`from ${sample + warmUp}`), trace.mark(`to ${sample + warmUp}`)),
  )
  report(gesture.name, tasks, gesture.most)
}

/** Moves the pressed pointer in a circle; the work of a step lasts until the page receives the next one. */
async function measureSteps(browser: Browser, page: Page, name: string, heard: string, from: Locator): Promise<void> {
  const { x, y } = await centre(from)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 8, y + 8, { steps: 4 })
  const trace = await traceWork(browser, page, async () => {
    for (let step = 0; step < steps + warmUp; step++) {
      const turn = (step / 50) * 2 * Math.PI
      await page.mouse.move(x + 150 * Math.sin(turn), y + 150 * (1 - Math.cos(turn)))
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const moments = trace.events(heard).slice(warmUp)
  const tasks = moments.slice(0, -1).map((at, step) => trace.work(at, moments[step + 1] ?? at))
  report(name, tasks, GESTURE_MS)
}

async function centre(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${String(target)} is not visible`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const pointAt = async (page: Page, target: Locator): Promise<void> => {
  const { x, y } = await centre(target)
  await page.mouse.move(x, y)
}

/** Only presses: locating the element first would run script in the page. */
async function press(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}

async function idOf(page: Page, url: string, name: string): Promise<number> {
  const list = await page.request.get(`${url}/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:'${name}')))`)
  const { result } = (await list.json()) as { result: { id: number }[] }
  if (!result[0]) throw new Error(`There is no example chart ${name}`)
  return result[0].id
}

/** Returns a gesture that opens a popover by a button; closing it by Escape is not measured. */
function popover(page: Page, name: string, button: Locator, shown: Locator): Gesture {
  return {
    name,
    most: POPOVER_MS,
    ready: async () => {
      if (await shown.isVisible()) await page.keyboard.press('Escape')
      await shown.waitFor({ state: 'hidden' })
      await pointAt(page, button)
    },
    act: () => press(page),
  }
}

/** Opens the chart in a new tab without a draft. */
async function openExplore(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/explore/?slice_id=${await idOf(page, url, named.chart)}`)
  await page.locator('[data-status=rendered]').waitFor()
  return page
}

async function types(browser: Browser, page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Controls' })
  const names = ['Line Chart', 'Table', 'Pie Chart', 'Table', 'Bar Chart', 'Table']
  await measure(browser, page, {
    name: 'another chart type',
    most: GESTURE_MS,
    ready: (turn) => pointAt(page, panel.getByRole('button', { name: names[turn % names.length] ?? '', exact: true })),
    act: () => press(page),
  })
}

async function explore(browser: Browser, page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Controls' })
  await page.getByRole('button', { name: 'Add Destination to the chart', exact: true }).click()
  await measure(browser, page, {
    name: 'undo and redo of a dimension',
    most: GESTURE_MS,
    act: (turn) => page.keyboard.press(turn % 2 === 0 ? 'Control+z' : 'Control+Shift+z'),
  })
  const dialog = page.getByRole('dialog')
  const pill = (control: string) => panel.locator(`[data-control=${control}] [data-pill] button`).first()
  await measure(
    browser,
    page,
    popover(page, 'popover of a filter', panel.getByRole('button', { name: 'Add a filter' }), dialog),
  )
  await measure(browser, page, popover(page, 'popover of a metric', pill('metrics'), dialog))
  await measure(browser, page, popover(page, 'popover of a column', pill('groupby'), dialog))
  await measure(
    browser,
    page,
    popover(page, 'popover of a time range', panel.getByRole('button', { name: /^Time range: / }), dialog),
  )
}

async function openEditor(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/dashboard/${named.dashboard}?edit=true`)
  await page.waitForLoadState('networkidle')
  await draggedIn(page).locator('[data-status=rendered]').waitFor()
  return page
}

const draggedIn = (page: Page): Locator => page.getByRole('group', { name: new RegExp(`^chart, ${named.dragged},`) })

async function edit(browser: Browser, page: Page): Promise<void> {
  const box = draggedIn(page)
  await box.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await measure(browser, page, {
    name: 'undo and redo of a height',
    most: GESTURE_MS,
    act: (turn) => page.keyboard.press(turn % 2 === 0 ? 'Control+z' : 'Control+Shift+z'),
  })
  await box.focus()
  await measureSteps(browser, page, 'step of pulling a size', 'pointermove', box.locator('[data-knob=se]'))
  await measureSteps(browser, page, 'step of dragging a chart', 'dragover', box.getByRole('heading').first())
}

await prepareHome(order.root)
const server = await startServer(order.root, { FACET_EXAMPLES: '0' })
await withBrowser(async (browser) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await openLink(await context.newPage(), server)
  const inTab = async (opened: Promise<Page>, work: (browser: Browser, page: Page) => Promise<void>) => {
    const page = await opened
    await work(browser, page)
    await page.close()
  }
  await inTab(openExplore(context, server.url), types)
  await inTab(openExplore(context, server.url), explore)
  await inTab(openEditor(context, server.url), edit)
})
await server.stop()
process.exit(0)
