import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

const NAMES = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const root = join(import.meta.dirname, '../../demo/bundles/bird-strikes')
const bundle: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)

/**
 * Returns the bundle with a key of this name in the parameters of its charts and in the layout and metadata of its
 * dashboard.
 */
function bundleWith(name: string, given = bundle): Uint8Array {
  const files = Object.entries(given).map(([path, text]) => [
    path,
    text
      .replace(/^params:\n/m, `params:\n  ${name}:\n    isAdmin: true\n`)
      .replace(/^position:\n/m, `position:\n  ${name}:\n    isAdmin: true\n`)
      .replace(/^metadata:\n/m, `metadata:\n  ${name}:\n    isAdmin: true\n`),
  ])
  return zip(Object.fromEntries(files))
}

it.each(NAMES)('overwrites a dashboard by one with a key named %s, and reports the change', async (name) => {
  const first = await upload(admin, 'dashboard', zip(bundle), { overwrite: 'true' })
  expect(first.statusCode).toBe(200)
  const rehearsed = await upload(admin, 'dashboard', bundleWith(name), { overwrite: 'true', dry_run: 'true' })
  expect(rehearsed.statusCode).toBe(200)
  const changes = rehearsed.json<{ changes: { kind: string; fields: { name: string; before: unknown }[] }[] }>().changes
  const reported = changes.flatMap(({ fields }) => fields)
  expect(reported).toContainEqual({ name: `position_json.${name}`, before: null, after: '{"isAdmin":true}' })
  expect(reported).toContainEqual({ name: `json_metadata.${name}`, before: null, after: '{"isAdmin":true}' })
  const written = await upload(admin, 'dashboard', bundleWith(name), { overwrite: 'true' })
  expect(written.statusCode).toBe(200)
})

it.each(NAMES)('overwrites charts by ones with a parameter named %s, and reports the change', async (name) => {
  const charts = (make: (files: typeof bundle) => Uint8Array) =>
    make(Object.fromEntries(Object.entries(bundle).filter(([path]) => !path.startsWith('dashboards/'))))
  const plain = charts((files) => zip({ ...files, 'metadata.yaml': 'version: 1.0.0\ntype: Slice\n' }))
  expect((await upload(admin, 'chart', plain, { overwrite: 'true' })).statusCode).toBe(200)
  const hostile = charts((files) => bundleWith(name, { ...files, 'metadata.yaml': 'version: 1.0.0\ntype: Slice\n' }))
  const rehearsed = await upload(admin, 'chart', hostile, { overwrite: 'true', dry_run: 'true' })
  expect(rehearsed.statusCode).toBe(200)
  const { changes } = rehearsed.json<{ changes: { fields: object[] }[] }>()
  expect(changes.flatMap(({ fields }) => fields)).toContainEqual({
    name: `params.${name}`,
    before: null,
    after: '{"isAdmin":true}',
  })
  expect((await upload(admin, 'chart', hostile, { overwrite: 'true' })).statusCode).toBe(200)
})

it.each(['dashboard', 'chart'])(
  'imports a %s that holds a key named __proto__ and leaves the key out',
  async (kind) => {
    const type = kind === 'chart' ? 'Slice' : 'Dashboard'
    const files = Object.entries(bundle).filter(([path]) => kind === 'dashboard' || !path.startsWith('dashboards/'))
    const given = { ...Object.fromEntries(files), 'metadata.yaml': `version: 1.0.0\ntype: ${type}\n` }
    for (const bytes of [zip(given), bundleWith('__proto__', given)])
      expect((await upload(admin, kind, bytes, { overwrite: 'true' })).statusCode).toBe(200)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    const { rows } = await fixture.context.store.charts.list({})
    expect(rows.filter(({ params }) => params?.includes('__proto__'))).toEqual([])
  },
)

it.each(['__proto__', ...NAMES])('lists a key named %s among the changes of a version', async (name) => {
  const chart = await fixture.chart({ params: '{"a":1}' })
  const put = await admin.put(`/api/v1/chart/${chart.id}`, { params: `{"a":1,"${name}":{}}` })
  expect(put.statusCode).toBe(200)
  expect(JSON.parse(put.json<{ result: { params: string } }>().result.params)).toHaveProperty('a', 1)
  const stored = await fixture.context.store.charts.get(chart.id)
  expect(stored?.params).toContain(`"${name}":{}`)
})

it.each(['dashboard', 'chart', 'dataset', 'database'])(
  'returns 404 for related values of %s under inherited names',
  async (kind) => {
    for (const name of ['__proto__', ...NAMES])
      for (const path of ['related', 'distinct'])
        expect([path, name, (await admin.get(`/api/v1/${kind}/${path}/${name}`)).statusCode]).toEqual([path, name, 404])
  },
)

it.each(['dashboard', 'chart', 'dataset', 'database'])(
  'returns 400 for filters of %s on inherited names',
  async (kind) => {
    for (const name of ['__proto__', ...NAMES]) {
      const filters = [{ col: name, opr: 'eq', value: 1 }]
      const query = (q: object) => admin.get(`/api/v1/${kind}/?q=${encodeURIComponent(JSON.stringify(q))}`)
      expect([name, (await query({ filters })).statusCode]).toEqual([name, 400])
      expect((await query({ order_column: name, order_direction: 'asc' })).statusCode).toBeLessThan(500)
      expect((await query({ filters: [{ col: 'id', opr: name, value: 1 }] })).statusCode).toBeLessThan(500)
    }
  },
)
