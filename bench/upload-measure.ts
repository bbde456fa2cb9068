import { once } from 'node:events'
import { createReadStream, rmSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Page } from '@playwright/test'
import { withBrowser } from './browser.ts'
import { benchHome, prepareHome, type Server, startServer } from './home.ts'
import { readOrder, sendFigure } from './bench-order.ts'
import { residentOf } from './process-tree.ts'
import { openLink, signIn } from './sign-in.ts'
import { median, measureMs } from './statistics.ts'

const order = readOrder()
const { samples, warmUp, rows, largeRows, sql } = order.plan.upload
/** Allowed milliseconds beyond twice the time of the engine, and megabytes of server memory. */
const EXTRA_MS = 2000
const MAX_RATIO = 2
const MAX_MB = 300
const PATIENCE_MS = 600_000
const METADATA_TIMEOUT_MS = 100

const folder = join(order.root, 'dist/bench')
const smallFile = join(folder, 'upload.csv')
const large = join(folder, 'upload-large.csv')

/** Runs SQL in an engine of this process with a new database file. */
async function withEngine(file: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  for (const statement of statements) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
}

function writeCsv(file: string, count: number): Promise<void> {
  return withEngine(':memory:', [`COPY (${sql.replaceAll('{rows}', String(count))}) TO '${file}' (HEADER)`])
}

/** Returns the time of DuckDB's own load of the file into a new database file. */
async function ownLoad(file: string): Promise<number> {
  const target = join(folder, 'own-load.duckdb')
  rmSync(target, { force: true })
  const ms = await measureMs(() => withEngine(target, [`CREATE TABLE loaded AS SELECT * FROM read_csv('${file}')`]))
  rmSync(target, { force: true })
  return ms
}

/**
 * Measures from the file to its preview, and from Load to the first chart; the user's actions in between do not count.
 */
async function productLoad(page: Page, url: string, turn: number): Promise<number> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await page.waitForLoadState('networkidle')
  const dialog = page.getByRole('dialog')
  const load = dialog.getByRole('button', { name: 'Load', exact: true })
  const preview = await measureMs(async () => {
    await page.locator('input[type=file]').first().setInputFiles(smallFile)
    await dialog.getByRole('columnheader').first().waitFor({ timeout: PATIENCE_MS })
    await load.waitFor()
  })
  await dialog.getByRole('textbox', { name: 'Table' }).fill(`measured_${Date.now()}_${turn}`)
  const shown = await measureMs(async () => {
    await load.click()
    await page.waitForURL(/explore/, { timeout: PATIENCE_MS })
    await page.locator('[data-status=rendered]').first().waitFor({ timeout: PATIENCE_MS })
  })
  return preview + shown
}

async function measureSpeed(server: Server): Promise<void> {
  await withBrowser(async (browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await openLink(page, server)
    const ours: number[] = []
    const theirs: number[] = []
    for (let turn = 0; turn < warmUp + samples; turn++) {
      const pair = [await productLoad(page, server.url, turn), await ownLoad(smallFile)] as const
      if (turn < warmUp) continue
      ours.push(pair[0])
      theirs.push(pair[1])
    }
    const [product, engine] = [median(ours), median(theirs)]
    const note = `${product.toFixed(0)} over ${engine.toFixed(0)} ms, of which 2 s are free; ${samples} times`
    const value = Math.max(0, product - EXTRA_MS) / engine
    sendFigure({
      measure: 'D1',
      name: `${rows} rows, drop to preview and Load to chart`,
      value,
      unit: 'x DuckDB',
      most: MAX_RATIO,
      note,
    })
  })
}

/** Returns the database for uploads, and a CSRF token. */
async function uploadTarget(url: string, cookie: string): Promise<{ readonly id: number; readonly csrf: string }> {
  const get = async (path: string) => (await (await fetch(`${url}${path}`, { headers: { cookie } })).json()) as never
  const { result } = (await get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:Uploads)))')) as {
    readonly result: readonly { readonly id: number }[]
  }
  const token = (await get('/api/v1/security/csrf_token/')) as { readonly result: string }
  if (!result[0]) throw new Error('There is no database of uploads')
  return { id: result[0].id, csrf: token.result }
}

/** Uploads the large file as a stream; `fetch` would time out after some minutes. */
async function postFile(url: string, headers: Readonly<Record<string, string>>, table: string): Promise<void> {
  const boundary = 'measure-boundary'
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n`
  async function* body() {
    yield `${part('name="table_name"')}\r\n${table}\r\n`
    yield `${part('name="file"; filename="large.csv"')}content-type: text/csv\r\n\r\n`
    yield* createReadStream(large)
    yield `\r\n--${boundary}--\r\n`
  }
  const type = `multipart/form-data; boundary=${boundary}`
  const sent = request(url, { method: 'POST', headers: { ...headers, 'content-type': type } })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  await pipeline(Readable.from(body()), sent)
  const [answer] = await answered
  const said = await text(answer)
  if (answer.statusCode !== 201) throw new Error(`The file was not loaded: ${answer.statusCode} ${said}`)
}

async function memory(server: Server): Promise<void> {
  const { cookie } = await signIn(server)
  const { id, csrf } = await uploadTarget(server.url, cookie)
  const pid = server.process.pid ?? 0
  // Excludes the engine processes, because their memory has a separate limit.
  const own = () => residentOf(pid)
  const before = own()
  let highest = before
  const looks = setInterval(() => {
    highest = Math.max(highest, own())
  }, METADATA_TIMEOUT_MS)
  const table = `measured_large_${Date.now()}`
  const headers = { cookie, 'x-csrftoken': csrf, referer: server.url }
  const ms = await measureMs(() => postFile(`${server.url}/api/v1/database/${id}/csv_upload/`, headers, table))
  clearInterval(looks)
  const engineMs = await ownLoad(large)
  const size = (statSync(large).size / 2 ** 20).toFixed(0)
  const note = `${size} MB in ${(ms / 1000).toFixed(1)} s, DuckDB ${(engineMs / 1000).toFixed(1)} s; ${before.toFixed(0)} MB before`
  sendFigure({
    measure: 'D1',
    name: 'memory of the server while a large file is loaded',
    value: highest - before,
    unit: 'MB more',
    most: MAX_MB,
    note,
  })
}

await prepareHome(order.root)
await writeCsv(smallFile, rows)
await writeCsv(large, largeRows)
// The link of a server works once.
for (const [name, work] of Object.entries({ speed: measureSpeed, memory })) {
  const server = await startServer(order.root, { FACET_EXAMPLES: '0' })
  await work(server).catch((error: unknown) => console.error(name, error))
  await server.stop()
}
for (const file of [smallFile, large, join(benchHome(order.root), 'databases/uploads.duckdb')])
  rmSync(file, { force: true })
process.exit(0)
