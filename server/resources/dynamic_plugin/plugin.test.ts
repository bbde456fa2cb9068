import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'

const HASH = `sha256-${'A'.repeat(43)}=`
const EXTERNAL_ORIGIN = 'https://plugins.example.org'
const plugin = (key: string, values: object = {}) => ({
  name: 'Wind rose',
  key,
  bundle_url: `/dynamic-plugins/files/${key}.js`,
  integrity: HASH,
  ...values,
})

let fixture: TestApp
let off: TestApp
beforeAll(async () => {
  fixture = await makeTestApp({
    environment: { FACET_FEATURE_DYNAMIC_PLUGINS: '1', FACET_PLUGIN_ORIGINS: `${EXTERNAL_ORIGIN}/` },
  })
  off = await makeTestApp({ environment: { FACET_PLUGIN_ORIGINS: EXTERNAL_ORIGIN } })
  for (const { home } of [fixture, off]) {
    mkdirSync(join(home, 'plugins'))
    writeFileSync(join(home, 'plugins', 'dots.js'), 'export const contract = 1')
    writeFileSync(join(home, 'plugins', 'notes.txt'), 'not code')
    writeFileSync(join(home, 'secret.js'), 'not there')
  }
})
afterAll(async () => {
  await fixture.close()
  await off.close()
})

it('A-PLUGIN-02: registered plug-ins are read with key and URL by users who see charts', async () => {
  const admin = await fixture.as('Admin')
  await admin.post('/api/v1/dynamic_plugin/', plugin('rose'))
  await admin.post('/api/v1/dynamic_plugin/', plugin('dots', { bundle_url: `${EXTERNAL_ORIGIN}/dots.js` }))
  const answer = await (await fixture.as('Gamma')).get('/dynamic-plugins/api/read')
  expect(answer.statusCode).toBe(200)
  expect(answer.json().count).toBe(2)
  expect(answer.json().result).toEqual([
    { id: 1, name: 'Wind rose', key: 'rose', bundle_url: '/dynamic-plugins/files/rose.js', integrity: HASH },
    { id: 2, name: 'Wind rose', key: 'dots', bundle_url: `${EXTERNAL_ORIGIN}/dots.js`, integrity: HASH },
  ])
  await admin.delete('/api/v1/dynamic_plugin/1')
  const after = await (await fixture.as('Gamma')).get('/dynamic-plugins/api/read')
  expect(after.json().result.map(({ key }: { key: string }) => key)).toEqual(['dots'])
  expect((await admin.post('/api/v1/dynamic_plugin/', plugin('rose'))).statusCode).toBe(201)
})

it('lets only administrators create, change and delete plug-ins', async () => {
  const admin = await fixture.as('Admin')
  const { id } = (await admin.post('/api/v1/dynamic_plugin/', plugin('held'))).json()
  for (const role of ['Gamma', 'Alpha']) {
    const person = await fixture.as(role)
    const answers = [
      await person.post('/api/v1/dynamic_plugin/', plugin('mine')),
      await person.put(`/api/v1/dynamic_plugin/${id}`, { bundle_url: '/other.js' }),
      await person.delete(`/api/v1/dynamic_plugin/${id}`),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  }
  expect((await fixture.nobody.get('/dynamic-plugins/api/read')).statusCode).toBe(401)
  expect((await admin.get(`/api/v1/dynamic_plugin/${id}`)).json().result.bundle_url).toBe(
    '/dynamic-plugins/files/held.js',
  )
})

it.each([
  [plugin('pie'), 422, 'key'],
  [plugin('line'), 422, 'key'],
  [plugin('dots'), 422, 'key'],
  [plugin('Wind Rose', { bundle_url: '/rose.js' }), 400, 'key'],
  [plugin('far', { bundle_url: 'https://elsewhere.example.org/x.js' }), 422, 'bundle_url'],
  [plugin('far', { bundle_url: `${EXTERNAL_ORIGIN}.evil.example.org/x.js` }), 422, 'bundle_url'],
  [plugin('far', { bundle_url: '//elsewhere.example.org/x.js' }), 400, 'bundle_url'],
  [plugin('far', { bundle_url: 'data:text/javascript,1' }), 400, 'bundle_url'],
  [plugin('far', { bundle_url: 'http://plugins.example.org/x.js' }), 400, 'bundle_url'],
  [plugin('far', { integrity: '' }), 400, 'integrity'],
  [plugin('far', { integrity: 'sha256-short' }), 400, 'integrity'],
  [plugin('far', { integrity: `${HASH} sha256-${'B'.repeat(43)}=` }), 400, 'integrity'],
])('rejects with the invalid field: %j', async (body, status, field) => {
  const admin = await fixture.as('Admin')
  const answer = await admin.post('/api/v1/dynamic_plugin/', body)
  expect(answer.statusCode).toBe(status)
  expect(Object.keys(answer.json().message)).toEqual([field])
})

it('serves modules of the plug-in folder, and no other files', async () => {
  const reader = await fixture.as('Gamma')
  const answer = await reader.get('/dynamic-plugins/files/dots.js')
  expect([answer.statusCode, answer.body]).toEqual([200, 'export const contract = 1'])
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
  for (const name of ['notes.txt', 'gone.js', '..%2Fsecret.js', '%2e%2e%2fsecret.js', '..%5Csecret.js', 'dots.js%00'])
    expect([name, (await reader.get(`/dynamic-plugins/files/${name}`)).statusCode]).toEqual([name, 404])
})

it('links out of the folder are not followed, and special files are not read', async () => {
  const reader = await fixture.as('Gamma')
  const folder = join(fixture.home, 'plugins')
  symlinkSync(join(fixture.home, 'secret.js'), join(folder, 'linked.js'))
  symlinkSync(join(folder, 'dots.js'), join(folder, 'inner.js'))
  symlinkSync('/etc/passwd', join(folder, 'passwd.js'))
  mkdirSync(join(folder, 'folder.js'))
  for (const name of ['linked.js', 'inner.js', 'passwd.js', 'folder.js'])
    expect([name, (await reader.get(`/dynamic-plugins/files/${name}`)).statusCode]).toEqual([name, 404])
})

it('serves modules only to callers who may read charts', async () => {
  const url = '/dynamic-plugins/files/dots.js'
  expect((await fixture.nobody.get(url)).statusCode).toBe(401)
  const { roles } = fixture.context.store
  const seers = await roles.create({ name: 'Sees charts' }, null)
  await roles.addPairs(seers.id, [['can_read', 'Chart']])
  const blind = await roles.create({ name: 'Sees none' }, null)
  expect((await (await fixture.as('Sees charts')).get(url)).statusCode).toBe(200)
  expect((await (await fixture.as(blind.name)).get(url)).statusCode).toBe(403)
  const open = await makeTestApp({
    environment: { FACET_FEATURE_DYNAMIC_PLUGINS: '1' },
  })
  mkdirSync(join(open.home, 'plugins'))
  writeFileSync(join(open.home, 'plugins', 'dots.js'), 'export const contract = 1')
  expect((await open.nobody.get(url)).statusCode).toBe(401)
  const role = await open.context.store.roles.byName('Public')
  await open.context.store.roles.addPairs(role?.id ?? 0, [['can_read', 'Chart']])
  expect((await open.nobody.get(url)).statusCode).toBe(200)
  await open.close()
})

it('pages allow scripts of the configured origins, and only with the flag', async () => {
  const policy = async ({ nobody }: TestApp) =>
    String((await nobody.get('/login/', { headers: { accept: 'text/html' } })).headers['content-security-policy'])
  expect(await policy(fixture)).toContain(`script-src 'self' ${EXTERNAL_ORIGIN};`)
  expect(await policy(off)).toContain("script-src 'self';")
})

it('returns 404 for plug-ins and modules while the flag is off', async () => {
  const admin = await off.as('Admin')
  for (const url of ['/dynamic-plugins/api/read', '/dynamic-plugins/files/dots.js'])
    expect([url, (await admin.get(url)).statusCode]).toEqual([url, 404])
})
