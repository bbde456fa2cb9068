import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { openStore } from '#server/store/store.ts'
import { withBrowser } from './browser.ts'
import { benchHome, prepareHome, startServer } from './home.ts'
import { readOrder, sendFigure } from './bench-order.ts'
import { median, quantile } from './statistics.ts'
import { centerOf, reportSteps, stepTasks } from './steps.ts'
import { traceWork } from './trace.ts'
import { openLink } from './sign-in.ts'

const order = readOrder()
const { samples, warmUp, quietMs, steps, tables, rows, rowsSql } = order.plan.editor
const POPOVER_MS = 50
const PAINTED_MS = 150
const PATIENCE_MS = 60_000
const FILE = 'editor.duckdb'
const DATABASE = 'bench editor'
const RESULTS = '/api/v1/sqllab/results/'

const waitQuiet = () => new Promise((resolve) => setTimeout(resolve, quietMs))

/** Creates the database of many tables. Returns its id. */
async function prepareDatabase(): Promise<number> {
  const file = join(benchHome(order.root), 'databases', FILE)
  rmSync(file, { force: true })
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  const names = Array.from({ length: tables }, (_, at) => `measure_${String(at).padStart(5, '0')}`)
  await connection.run(
    ['BEGIN', ...names.map((name) => `CREATE TABLE ${name} (id BIGINT, label VARCHAR)`), 'COMMIT'].join(';'),
  )
  connection.closeSync()
  instance.closeSync()
  const store = await openStore({ file: join(benchHome(order.root), 'facet.db') }, Date.now, randomUUID)
  const known = await store.databases.find({ col: 'database_name', op: 'eq', value: DATABASE })
  const values = { backend: 'duckdb', sqlalchemy_uri: `duckdb:///${FILE}`, expose_in_sqllab: true }
  const { id } = known ?? (await store.databases.create({ database_name: DATABASE, ...values }, null))
  await store.close()
  return id
}

const editorIn = (page: Page) => page.getByRole('textbox', { name: /^SQL of / })

async function open(context: BrowserContext, url: string, database: number): Promise<Page> {
  const page = await context.newPage()
  await page.goto(
    `${url}/sqllab?dbid=${database}&sql=${encodeURIComponent(rowsSql.replaceAll('{rows}', String(rows)))}`,
  )
  await editorIn(page).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** Runs in the page: records the milliseconds from the next key press to the frame with the completions. */
function watchCompletion(): void {
  const shown = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error('No completions opened for 20 s')), 20_000)
    let pressed = Number.NaN
    document.addEventListener('keydown', () => (pressed = performance.now()), { capture: true })
    const look = (): void => {
      if (Number.isNaN(pressed) || !document.querySelector('.cm-tooltip-autocomplete [role=option]')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
  })
  Object.assign(window, { shown })
}

/** D2: completes a word in a schema of many tables; measured from the key press to the frame with the completions. */
async function completion(context: BrowserContext, url: string, database: number): Promise<void> {
  const page = await open(context, url, database)
  await editorIn(page).click()
  const ms: number[] = []
  for (let turn = 0; turn < warmUp + samples; turn++) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('SELECT id FROM ')
    await page.keyboard.press('Escape')
    await waitQuiet()
    await page.evaluate(watchCompletion)
    await page.keyboard.press(turn % 2 === 0 ? 'm' : 'Control+Space')
    ms.push(await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown))
  }
  const counted = ms.slice(warmUp)
  const note = `median ${median(counted).toFixed(1)}; ${counted.length} times`
  sendFigure({
    measure: 'D2',
    name: `completions, ${tables} tables`,
    value: quantile(counted, 0.95),
    unit: 'ms p95',
    most: POPOVER_MS,
    note,
  })
  await page.close()
}

/** Runs in the page before it starts: marks when rows arrive and when they are painted. */
function markRows(path: string): void {
  const fetchNow = window.fetch.bind(window)
  window.fetch = async (...requested) => {
    const reply = await fetchNow(...requested)
    const address = requested[0] instanceof Request ? requested[0].url : String(requested[0])
    if (!address.includes(path)) return reply
    performance.mark('answered')
    const look = (): void => {
      if (!document.querySelector('[role=gridcell]')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('painted')))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    return reply
  }
}

/** D3: shows many rows, measured from the response to their frame, and scrolls them. */
async function manyRows(browser: Browser, context: BrowserContext, url: string, database: number): Promise<void> {
  const page = await open(context, url, database)
  await page.addInitScript(markRows, RESULTS)
  await page
    .getByRole('combobox', { name: 'Row limit' })
    .or(page.getByRole('button', { name: /Row limit/ }))
    .first()
    .click()
  await page.getByRole('option', { name: `${rows.toLocaleString('en-US')} rows` }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('gridcell').first().waitFor({ timeout: PATIENCE_MS })
  await page.getByText('Saved', { exact: true }).waitFor()
  const tasks: number[] = []
  const longest: number[] = []
  for (let turn = 0; turn < warmUp + samples; turn++) {
    await waitQuiet()
    const trace = await traceWork(browser, page, async () => {
      await page.reload()
      await page.getByRole('gridcell').first().waitFor({ timeout: PATIENCE_MS })
      await page.waitForFunction(() => performance.getEntriesByName('painted').length > 0)
    })
    const work = trace.work(trace.mark('answered'), trace.mark('painted'))
    if (turn < warmUp) continue
    tasks.push(work.script + work.layout)
    longest.push(work.longest)
  }
  const note = `longest piece ${median(longest).toFixed(0)} ms; ${tasks.length} times`
  sendFigure({
    measure: 'D3',
    name: `${rows} rows, answer to painted`,
    value: median(tasks),
    unit: 'ms',
    most: PAINTED_MS,
    note,
  })
  const { x, y } = await centerOf(page, '[role=grid]')
  await page.mouse.move(x, y)
  const move = () => page.mouse.wheel(0, 400)
  reportSteps(
    'D3',
    'scrolled, a step of the wheel',
    await stepTasks(browser, page, { heard: 'wheel', count: { warmUp, steps }, move }),
  )
  await page.close()
}

await prepareHome(order.root)
const database = await prepareDatabase()
const server = await startServer(order.root, { FACET_EXAMPLES: '0' })
await withBrowser(async (browser) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await openLink(await context.newPage(), server)
  const attempt = (id: string, work: () => Promise<void>) =>
    order.ids.includes(id) ? work().catch((error: unknown) => console.error(id, error)) : Promise.resolve()
  await attempt('D2', () => completion(context, server.url, database))
  await attempt('D3', () => manyRows(browser, context, server.url, database))
})
await server.stop()
process.exit(0)
