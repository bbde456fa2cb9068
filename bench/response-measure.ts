import type { BrowserContext, Page } from '@playwright/test'
import { withBrowser } from './browser.ts'
import { prepareHome, startServer } from './home.ts'
import { readOrder, sendFigure } from './bench-order.ts'
import { measureInterleaved, median, quantile } from './statistics.ts'
import { openLink } from './sign-in.ts'

const order = readOrder()
const { dashboard, values, crossed, tabs, presses, samples, warmUp, quietMs } = order.plan.responses
const BOX = { width: 1440, height: 900 }
/** A page of the client that shows only the frame. */
const SHELL = '/no/such/page'

const waitQuiet = () => new Promise((resolve) => setTimeout(resolve, quietMs))

/**
 * Runs in the page: measures from the next press of a button or the pointer to the frame after the observed text
 * differs. `text` is the text before.
 */
function armMeasurement({ selector, text }: { selector: string; text: string }): void {
  const answer = new Promise<number>((resolve) => {
    addEventListener(
      'pointerup',
      ({ timeStamp }) => {
        const look = (): void => {
          // A tab keeps its content hidden after switching away.
          const inViewport = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
          if (inViewport.map((each) => each.textContent).join('|') === text) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve(performance.now() - timeStamp))
        }
        requestAnimationFrame(look)
      },
      { once: true, capture: true },
    )
  })
  Object.assign(window, { answer })
}

async function measureAction(page: Page, selector: string, act: () => Promise<void>): Promise<number> {
  const text = (await page.locator(selector).filter({ visible: true }).allTextContents()).join('|')
  await page.evaluate(armMeasurement, { selector, text })
  await act()
  return page.evaluate(() => (window as unknown as { answer: Promise<number> }).answer)
}

async function measure(name: string, most: number, once: (turn: number) => Promise<number>): Promise<void> {
  const took: number[] = []
  for (let turn = 0; turn < warmUp + presses; turn++) {
    await waitQuiet()
    const one = await once(turn)
    if (turn >= warmUp) took.push(one)
  }
  const note = `median ${median(took).toFixed(0)} ms; ${presses} times`
  sendFigure({ measure: 'B23', name, value: quantile(took, 0.95), unit: 'ms p95', most, note })
}

const SENTENCE = '[aria-label="What narrows this page"]'

/** B23: from the press to the first frame that shows its effect. */
async function responses(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/dashboard/${dashboard}`)
  await page.waitForLoadState('networkidle')
  const bar = page.getByRole('complementary', { name: 'Filters' })
  const apply = bar.getByRole('button', { name: 'Apply filters' })
  await measure('Apply', 100, async (turn) => {
    await bar
      .getByRole('option', { name: new RegExp(`^${values[turn % values.length]}`) })
      .first()
      .click()
    await page.waitForLoadState('networkidle')
    return measureAction(page, SENTENCE, () => apply.click())
  })
  const row = page.getByRole('article', { name: crossed, exact: true }).getByRole('row')
  await measure('cross-filter', 100, async (turn) => {
    await page.waitForLoadState('networkidle')
    return measureAction(page, SENTENCE, () =>
      row
        .nth(1 + (turn % 4))
        .getByRole('gridcell')
        .first()
        .click(),
    )
  })
  await measure('tab that was seen', 50, async (turn) => {
    const tab = page.getByRole('tab', { name: tabs[turn % tabs.length] ?? '' })
    await page.waitForLoadState('networkidle')
    return measureAction(page, 'article h3', () => tab.click())
  })
  await page.close()
}

interface Paint {
  /** Milliseconds to the first contentful paint. */
  readonly first: number
  readonly files: number
}

async function measurePaint(context: BrowserContext, address: string): Promise<Paint> {
  const page = await context.newPage()
  try {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    return await page.evaluate(() => ({
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      files: performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).length,
    }))
  } finally {
    await page.close()
  }
}

/** B27: the first paint of a dashboard compared with that of the frame alone, with a full cache and an empty one. */
async function firstPaints(context: BrowserContext, url: string, open: () => Promise<BrowserContext>): Promise<void> {
  const report = (name: string, ours: readonly number[], theirs: readonly number[]) => {
    const [one, other] = [median(ours), median(theirs)]
    const note = `${one.toFixed(0)} over ${other.toFixed(0)} ms`
    sendFigure({ measure: 'B27', name, value: one / other, unit: 'x frame', most: 1.2, note })
  }
  const visit = (path: string) => async () => (await measurePaint(context, `${url}${path}`)).first
  await visit(`/dashboard/${dashboard}`)()
  const [warm, warmFrame] = await measureInterleaved(samples, visit(`/dashboard/${dashboard}`), visit(SHELL))
  report('first paint, full cache', warm, warmFrame)
  let files = 0
  const fresh = (path: string) => async () => {
    const empty = await open()
    const found = await measurePaint(empty, `${url}${path}`)
    files = Math.max(files, found.files)
    await empty.close()
    return found.first
  }
  const [cold, coldFrame] = await measureInterleaved(samples, fresh(`/dashboard/${dashboard}`), fresh(SHELL))
  report('first paint, empty cache', cold, coldFrame)
  sendFigure({
    measure: 'B27',
    name: 'files of a dashboard, empty cache',
    value: files,
    unit: 'files',
    most: 30,
    note: '',
  })
}

await prepareHome(order.root)
const server = await startServer(order.root, { FACET_EXAMPLES: '0' })
await withBrowser(async (browser) => {
  const context = await browser.newContext({ viewport: BOX })
  await openLink(await context.newPage(), server)
  const storageState = await context.storageState()
  if (order.ids.includes('B23')) await responses(context, server.url)
  if (order.ids.includes('B27'))
    await firstPaints(context, server.url, () => browser.newContext({ viewport: BOX, storageState }))
})
await server.stop()
process.exit(0)
