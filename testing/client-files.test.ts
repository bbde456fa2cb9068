import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errors } from '#core/rest/errors.ts'
import { ensureBuilt } from './built-product.ts'
import { type SourceServer, startSourceServer } from './source-server.ts'
import { root } from './tree.ts'

// The built client and an empty store: its pages need no data to name their files.
let product: SourceServer
beforeAll(async () => {
  await ensureBuilt()
  product = await startSourceServer()
}, 300_000)
afterAll(() => product?.stop())

it('a dashboard starts with few files, and none that draws before there is something to draw', async () => {
  const { body } = await product.admin.get('/dashboard/list')
  expect(body).not.toContain('<!-- files of')
  const page = (await product.admin.get('/dashboard/1')).body
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file as string)
  expect(files.length).toBeGreaterThan(4)
  expect(files.length).toBeLessThanOrEqual(16)
  for (const file of files) {
    const answer = await product.admin.get(file)
    expect([file, answer.statusCode]).toEqual([file, 200])
    expect(answer.body, file).not.toMatch(/(?:from|import) ?["'][^"']*\/drawing-/)
  }
})

/** Returns the initial scripts of a page, and their kilobytes transferred. */
async function scriptsOf(address: string): Promise<{ readonly texts: readonly string[]; readonly kilobytes: number }> {
  const page = (await product.admin.get(address)).body
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file as string)
  const packed = await Promise.all(
    files.map((url) => product.admin.call({ url, headers: { 'accept-encoding': 'br' } })),
  )
  for (const { statusCode } of packed) expect(statusCode).toBe(200)
  return {
    // The shortest files are sent uncompressed.
    texts: packed.map(({ headers, rawPayload, body }) =>
      headers['content-encoding'] === 'br' ? brotliDecompressSync(rawPayload).toString('utf8') : body,
    ),
    kilobytes: packed.reduce((sum, { rawPayload }) => sum + rawPayload.length / 1000, 0),
  }
}

it('a dashboard and explore load at first only the scripts they need', async () => {
  const dashboard = await scriptsOf('/dashboard/1')
  const explore = await scriptsOf('/explore/?dataset_id=1')
  expect(dashboard.kilobytes).toBeLessThanOrEqual(340)
  expect(explore.kilobytes).toBeLessThanOrEqual(475)
  expect(explore.kilobytes).toBeGreaterThan(200)
  // Responses contain the texts of the server's errors.
  for (const text of [...dashboard.texts, ...explore.texts]) expect(text).not.toContain(errors['disk-full'].message)
  // The calendar of time ranges is loaded when they are edited, and the drawing library with the first chart.
  for (const text of explore.texts) expect(text).not.toMatch(/globalThis\.Temporal|\bzrender\b/)
})

it('the view of a chart or filter loads no code of explore and editors', () => {
  const path = join(root, 'dist/client/.vite/manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { file: string; imports?: string[] }>
  const filesOf = (entry: string): string[] => {
    const found = new Set([entry])
    for (const each of found) for (const next of manifest[each]?.imports ?? []) found.add(next)
    return [...found].map((each) => manifest[each]?.file ?? each)
  }
  expect(filesOf('pages/ExplorePage.tsx').some((file) => file.includes('/panel-'))).toBe(true)
  const views = Object.keys(manifest).filter((each) => /(?:charts|filters)\/[^/]+\/View\.tsx$/.test(each))
  expect(views.length).toBeGreaterThan(30)
  for (const view of views) expect([view, filesOf(view).filter((file) => file.includes('/panel-'))]).toEqual([view, []])
})

it('browsers get no code of schemas, tables or secrets', () => {
  const folder = join(root, 'dist/client/assets')
  const sources = (path: string): string =>
    readdirSync(path)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(path, name), 'utf8'))
      .join('\n')
  const [client, server] = [sources(folder), sources(join(root, 'dist/server'))]
  for (const name of ['ZodError', 'row_rules', 'isPurged', 'kysely_migration', 'timingSafeEqual']) {
    expect([name, server.includes(name)]).toEqual([name, true])
    expect([name, client.includes(name)]).toEqual([name, false])
  }
})
