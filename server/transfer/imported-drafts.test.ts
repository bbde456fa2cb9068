import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ImportResponse } from '#core/rest/bundle.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await makeTestApp()
  admin = await app.as('Admin')
})
afterAll(() => app.close())
beforeEach(async () => {
  const known = await app.context.store.dashboards.getByUuid(UUID)
  if (known) await app.context.store.dashboards.update(known.id, { published: true }, null)
})

const root = join(import.meta.dirname, '../../demo/bundles/bird-strikes')
const published: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)
const [path, text] = Object.entries(published).find(([each]) => each.startsWith('dashboards/')) ?? ['', '']
const UUID = /^uuid: (\S+)$/m.exec(text)?.[1] ?? ''
const draft = { ...published, [path]: text.replace(/^published: .*\n/m, '').concat('published: false\n') }

async function importAs(files: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>> = {}) {
  const response = await upload(admin, 'dashboard', zip(files), { overwrite: 'true', ...fields })
  expect(response.statusCode).toBe(200)
  return response.json<ImportResponse>()
}
const isPublished = async () => (await admin.get(`/api/v1/dashboard/${UUID}`)).json().result.published
const DRAFTS = [{ uuid: UUID, name: 'Bird strikes' }]

it('names the dashboards that arrive as drafts, in a dry run too', async () => {
  expect((await importAs(draft, { dry_run: 'true' })).drafts).toEqual(DRAFTS)
  expect(await importAs(draft)).toEqual({ message: 'OK', drafts: DRAFTS })
  expect(await isPublished()).toBe(false)
})

it('names a draft whose file does not say whether it is published', async () => {
  const silent = { ...draft, [path]: (draft[path] as string).replace('published: false\n', '') }
  await importAs(draft)
  expect(await importAs(silent)).toEqual({ message: 'OK', drafts: DRAFTS })
  expect(await isPublished()).toBe(false)
})

it('names no dashboard that is published', async () => {
  expect(await importAs({ ...draft, [path]: `${text.replace(/^published: .*\n/m, '')}published: true\n` })).toEqual({
    message: 'OK',
  })
  expect(await isPublished()).toBe(true)
})

it('publishes the imported drafts on request', async () => {
  await importAs(draft)
  expect(await importAs(draft, { publish: 'true' })).toEqual({ message: 'OK' })
  expect(await isPublished()).toBe(true)
})
