import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '#server/store/store.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { importBundle } from './import.ts'

let world: TestApp
let admin: Client
beforeAll(async () => {
  world = await makeTestApp()
  admin = await world.as('Admin')
})
afterAll(() => world.close())

const root = join(import.meta.dirname, '../../demo/bundles/bird-strikes')
const bundle: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)
const paths = Object.keys(bundle).filter((path) => path !== 'metadata.yaml')
const dashboard = paths.find((path) => path.startsWith('dashboards/')) as string

/** Everything a bundle may touch, deleted rows too, and what was logged of it. */
async function everything(store: Store): Promise<unknown> {
  const kinds = [store.databases, store.charts, store.dashboards] as const
  const rows = await Promise.all(kinds.map(async (kind) => (await kind.list({})).rows))
  const heads = (await store.datasets.list({})).rows
  const datasets = await Promise.all(heads.map(({ id }) => store.datasets.get(id)))
  return [rows, datasets]
}

/** The store, failing at the write of this number within its transactions. */
function failingAt(store: Store, number: number): { readonly store: Store; readonly isReached: () => boolean } {
  let writes = 0
  const counted = (kind: object): object =>
    new Proxy(kind, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (name !== 'create' && name !== 'update' && name !== 'restore') return value
        return (...args: unknown[]) => {
          if (++writes === number) throw new Error(`Write ${number} fails`)
          return (value as (...given: unknown[]) => unknown).apply(target, args)
        }
      },
    })
  const inside = (own: Store): Store =>
    new Proxy(own, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        const isKind = ['databases', 'datasets', 'charts', 'dashboards'].includes(String(name))
        if (isKind) return counted(value as object)
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
      },
    })
  const outer = new Proxy(store, {
    get(target, name) {
      if (name === 'transaction')
        return <T>(work: (own: Store) => Promise<T>) => target.transaction((own) => work(inside(own)))
      return Reflect.get(target, name) as unknown
    },
  })
  return { store: outer, isReached: () => writes >= number }
}

describe('an import that fails leaves the store as it was', () => {
  it.each(paths.map((path) => [path]))('at the file %s, which does not fit', async (path) => {
    const before = await everything(world.context.store)
    const wrong = (bundle[path] as string).replace(/^uuid: .*$/m, 'uuid: nobody')
    const answer = await upload(admin, 'assets', zip({ ...bundle, [path]: wrong, 'metadata.yaml': 'version: 1.0.0\n' }))
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Arguments are not correct'])
    const refused = await upload(admin, 'dashboard', zip({ ...bundle, [path]: wrong }))
    expect([refused.statusCode, refused.json().errors[0].extra[path]]).toEqual([422, { uuid: ['Not a valid UUID.'] }])
    expect(await everything(world.context.store)).toEqual(before)
  })

  it('at each write in turn, of new things and of things that are there', async () => {
    const { store } = world.context
    const files = new Map(Object.entries(bundle))
    for (const isThere of [false, true]) {
      if (isThere) await importBundle(store, files, null, { kind: 'dashboard', overwrite: true })
      const before = await everything(store)
      let number = 0
      for (let isReached = true; isReached; ) {
        const failing = failingAt(store, ++number)
        const changed = new Map([...files, [dashboard, `${bundle[dashboard]}\ncss: "a {}"`]])
        await importBundle(failing.store, isThere ? changed : files, null, {
          kind: 'dashboard',
          overwrite: true,
          isRehearsal: true,
        }).catch((error: Error) => expect(error.message).toBe(`Write ${number} fails`))
        isReached = failing.isReached()
        expect(await everything(store)).toEqual(before)
      }
      // One write for each file the first time, and one for the dashboard alone the second time, each of which has failed.
      expect(number - 1).toBe(isThere ? 1 : paths.length)
    }
  })

  it('when its caller leaves', async () => {
    const before = await everything(world.context.store)
    const gone = AbortSignal.abort(new Error('The caller has left'))
    await expect(
      importBundle(world.context.store, new Map(Object.entries(bundle)), null, { overwrite: true, signal: gone }),
    ).rejects.toThrow('The caller has left')
    expect(await everything(world.context.store)).toEqual(before)
  })
})

describe('a rehearsal', () => {
  it('B-IMPORT-01: tells what the form of formData, passwords and overwrite would do, and keeps nothing', async () => {
    const { store } = world.context
    const other = dashboard
    const text = (bundle[other] as string)
      .replace(/^description: .*$/m, 'description: Another one')
      .replace(/^published: .*\n/m, '')
    const fields = { dry_run: 'true', passwords: '{}' }
    const asked = await upload(admin, 'dashboard', zip({ ...bundle, [other]: text }), fields)
    expect(asked.json().errors[0].extra[other]).toBe('Dashboard already exists and `overwrite=true` was not passed')
    const before = await everything(store)
    const answer = await upload(admin, 'dashboard', zip({ ...bundle, [other]: text }), { ...fields, overwrite: 'true' })
    expect(answer.statusCode).toBe(200)
    const { changes } = answer.json()
    expect(changes.map(({ path, action }: { path: string; action: string }) => [path, action])).toEqual(
      expect.arrayContaining([
        ...paths.filter((path) => path !== other).map((path) => [path, 'keep']),
        [other, 'update'],
      ]),
    )
    expect(changes.find(({ path }: { path: string }) => path === other)).toEqual({
      path: other,
      kind: 'dashboard',
      name: 'Bird strikes',
      action: 'update',
      fields: [{ name: 'description', before: 'Ten thousand strikes and what they cost.', after: 'Another one' }],
      more: 0,
    })
    expect(await everything(store)).toEqual(before)
    expect((await upload(admin, 'dashboard', zip({ ...bundle, [other]: text }), { overwrite: 'true' })).json()).toEqual(
      {
        message: 'OK',
      },
    )
    expect((await store.dashboards.list({})).rows[0]?.description).toBe('Another one')
  })
})
