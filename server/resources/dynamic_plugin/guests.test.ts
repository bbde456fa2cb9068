import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signGuestToken } from '#server/security/guest-token.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'

const integrity = `sha256-${'A'.repeat(43)}=`
const LIST = '/dynamic-plugins/api/read'
const FILES = '/dynamic-plugins/files/'

let fixture: TestApp
let admin: number
let uuid: string
let board: number
beforeAll(async () => {
  fixture = await makeTestApp({
    environment: { FACET_FEATURE_DYNAMIC_PLUGINS: '1', FACET_FEATURE_EMBEDDED_SUPERSET: '1' },
  })
  const { store } = fixture.context
  const folder = join(fixture.home, 'plugins')
  mkdirSync(folder)
  for (const name of ['dots.js', 'rose.js', 'lost.js']) writeFileSync(join(folder, name), `// ${name}`)
  writeFileSync(join(fixture.home, 'secret.js'), 'not there')
  symlinkSync(join(fixture.home, 'secret.js'), join(folder, 'linked.js'))
  const plugins = { dots: 'dots.js?v=2', rose: 'rose.js', linked: 'linked.js' }
  for (const [key, file] of Object.entries(plugins))
    await store.dynamicPlugins.create({ name: key, key, bundle_url: FILES + file, integrity }, null)
  admin = (await fixture.user('admin', ['Admin'])).id
  const { id: datasource_id } = await fixture.dataset()
  const charts = await Promise.all(
    ['dots', 'linked'].map((viz_type) =>
      store.charts.create({ slice_name: viz_type, viz_type, datasource_id, datasource_type: 'table' }, null),
    ),
  )
  board = (await fixture.dashboard({ dashboard_title: 'Sales', charts: charts.map(({ id }) => id) })).id
  uuid = (await store.embeddedDashboards.set(board, [], null)).uuid
})
afterAll(() => fixture.close())

/** Returns a call with a guest token, signed by `secretKey` and valid for some seconds. */
async function guest(seconds = 300, { secretKey } = fixture.context.config) {
  const claims = { resources: [{ type: 'dashboard' as const, id: uuid }], rls: [], creator: admin }
  const token = await signGuestToken(secretKey, claims, { now: fixture.now, seconds })
  return (url: string) => fixture.app.inject({ url, headers: { 'x-guesttoken': token } })
}

it('gives guests the plug-ins of the charts of their dashboards, and the files of these', async () => {
  const get = await guest()
  const list = await get(LIST)
  expect(list.statusCode).toBe(200)
  expect(list.json()).toMatchObject({ count: 2, result: [{ key: 'dots', integrity }, { key: 'linked' }] })
  const file = await get(`${FILES}dots.js`)
  expect([file.statusCode, file.body, file.headers['content-type']]).toEqual([
    200,
    '// dots.js',
    'text/javascript; charset=utf-8',
  ])
})

it('gives guests no file of another plug-in, no file without a plug-in, and no file behind a link', async () => {
  const get = await guest()
  for (const name of ['rose.js', 'lost.js', 'linked.js', '..%2Fsecret.js', 'gone.js'])
    expect([name, (await get(FILES + name)).statusCode]).toEqual([name, 404])
})

it('opens no other call of plug-ins to guests', async () => {
  const get = await guest()
  for (const url of ['/api/v1/dynamic_plugin/', '/api/v1/dynamic_plugin/1', '/api/v1/dynamic_plugin/_info'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 403])
})

it('rejects forged and expired guest tokens, tokens of closed dashboards, and requests without a token', async () => {
  const statuses = async (get: (url: string) => Promise<{ readonly statusCode: number }>) => [
    (await get(LIST)).statusCode,
    (await get(`${FILES}dots.js`)).statusCode,
  ]
  expect(await statuses((url) => fixture.nobody.get(url))).toEqual([401, 401])
  expect(await statuses(await guest(-1))).toEqual([401, 401])
  const forged = await guest(300, { ...fixture.context.config, secretKey: 'a key of another server, long enough' })
  expect(await statuses(forged)).toEqual([422, 422])
  const get = await guest()
  expect(await statuses(get)).toEqual([200, 200])
  await fixture.context.store.embeddedDashboards.remove(board)
  expect((await get(LIST)).json().result).toEqual([])
  expect((await get(`${FILES}dots.js`)).statusCode).toBe(404)
})
