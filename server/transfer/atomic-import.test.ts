import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedMetadata } from '#server/store/seed.ts'
import { SqliteDriver } from '#server/store/sqlite/driver.ts'
import { openStore, type Store } from '#server/store/store.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { importBundle } from './import.ts'

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
const paths = Object.keys(bundle).filter((path) => path !== 'metadata.yaml')
const dashboard = paths.find((path) => path.startsWith('dashboards/')) as string

const queryFile = `label: Strikes
sql: SELECT 1
uuid: 30000000-0000-4000-8000-000000000001
version: 1.0.0
database_uuid: ${/^database_uuid: (.*)$/m.exec(Object.entries(bundle).find(([path]) => path.startsWith('datasets/'))?.[1] ?? '')?.[1]}
`

/** Returns every row of every table of a store. */
function dump(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
  const rows = tables.map((table) => {
    const { name } = table as { name: string }
    return [name, database.prepare(`select * from "${name}" order by rowid`).all()]
  })
  database.close()
  return rows
}

/** Makes file stores fail at the write with the given number, counted from the call. */
function failStatements() {
  let left = Number.POSITIVE_INFINITY
  const acquire = Reflect.get<SqliteDriver, 'acquireConnection'>(SqliteDriver.prototype, 'acquireConnection')
  const spy = vi.spyOn(SqliteDriver.prototype, 'acquireConnection').mockImplementation(async function (
    this: SqliteDriver,
  ) {
    const inner = await acquire.call(this)
    return {
      executeQuery: (query) => {
        if (/^\s*(insert|update|delete)\b/i.test(query.sql) && --left === 0) throw new Error('This write fails')
        return inner.executeQuery(query)
      },
      streamQuery: (query, size) => inner.streamQuery(query, size),
    }
  })
  return {
    at: (number: number) => {
      left = number
    },
    restore: () => spy.mockRestore(),
  }
}

async function wasRefused(work: Promise<unknown>): Promise<boolean> {
  const error = await work.then(
    () => undefined,
    (reason: Error) => reason,
  )
  if (error) expect(error.message).toBe('This write fails')
  return error !== undefined
}

/** Returns everything a bundle may change, including deleted rows, and its events. */
async function everything(store: Store): Promise<unknown> {
  const kinds = [store.databases, store.charts, store.dashboards] as const
  const rows = await Promise.all(kinds.map(async (kind) => (await kind.list({})).rows))
  const heads = (await store.datasets.list({})).rows
  const datasets = await Promise.all(heads.map(({ id }) => store.datasets.get(id)))
  return [rows, datasets]
}

describe('a failed import', () => {
  it.each(paths.map((path) => [path]))('changes nothing with an invalid uuid in the file %s', async (path) => {
    const before = await everything(fixture.context.store)
    const wrong = (bundle[path] as string).replace(/^uuid: .*$/m, 'uuid: nobody')
    const answer = await upload(admin, 'assets', zip({ ...bundle, [path]: wrong, 'metadata.yaml': 'version: 1.0.0\n' }))
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Arguments are not correct'])
    const refused = await upload(admin, 'dashboard', zip({ ...bundle, [path]: wrong }))
    expect([refused.statusCode, refused.json().errors[0].extra[path]]).toEqual([422, { uuid: ['Not a valid UUID.'] }])
    expect(await everything(fixture.context.store)).toEqual(before)
  })

  it('changes nothing when any single write fails, for new and for existing entities', {
    timeout: 120_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'facet-whole-'))
    const file = join(folder, 'meta.db')
    const failing = failStatements()
    const store = await openStore({ file }, Date.now, randomUUID)
    await seedMetadata(store)
    const { id } = await store.users.create({ username: 'ann', first_name: 'Ann', last_name: 'Test' }, null)
    const said = { ...bundle, 'metadata.yaml': 'version: 1.0.0\n', 'queries/q.yaml': queryFile }
    const tagged = Object.entries(said).map(([path, text]): [string, string] => [
      path,
      /^(charts|dashboards)/.test(path) ? `${text}\ntags: [moved]\n` : text,
    ])
    const changed = tagged.map(([path, text]): [string, string] => [
      path,
      path.startsWith('d') ? text : text.replace('moved', 'moved again').replace(/^(slice_name|label): /gm, '$1: New '),
    ])
    const bring = (files: readonly [string, string][]) =>
      importBundle(store, new Map(files), id, { kind: 'assets', overwrite: true })
    for (const files of [tagged, changed]) {
      const before = dump(file)
      let number = 0
      for (failing.at(++number); await wasRefused(bring(files)); failing.at(++number))
        expect(dump(file)).toEqual(before)
      expect(dump(file)).not.toEqual(before)
      // Charts are written with few statements, whether new or existing; events of tags and of other entities take
      // several each.
      expect(number).toBeGreaterThan(files === changed ? 3 * paths.length : 15)
    }
    failing.restore()
    await store.close()
    rmSync(folder, { recursive: true })
  })

  it('changes nothing when its caller has left', async () => {
    const before = await everything(fixture.context.store)
    const aborted = AbortSignal.abort(new Error('The caller has left'))
    await expect(
      importBundle(fixture.context.store, new Map(Object.entries(bundle)), null, { overwrite: true, signal: aborted }),
    ).rejects.toThrow('The caller has left')
    expect(await everything(fixture.context.store)).toEqual(before)
  })
})

it('an import stops between writes when its caller leaves', async () => {
  const { store } = fixture.context
  const { uuid } = await fixture.dataset({ table_name: 'left' })
  const charts = Array.from({ length: 300 }, (_, at): [string, string] => {
    const own = `60000000-0000-4000-8000-${String(at).padStart(12, '0')}`
    return [
      `charts/c${at}.yaml`,
      `slice_name: C ${at}\nviz_type: table\nparams: {}\nuuid: ${own}\nversion: 1.0.0\ndataset_uuid: ${uuid}\n`,
    ]
  })
  const files = new Map([['metadata.yaml', 'version: 1.0.0\ntype: Slice\n'], ...charts])
  const { uuid: databaseUuid } = await fixture.database()
  files.set('datasets/left.yaml', `table_name: left\nuuid: ${uuid}\nversion: 1.0.0\ndatabase_uuid: ${databaseUuid}\n`)
  files.set(
    'databases/d.yaml',
    `database_name: d\nsqlalchemy_uri: duckdb:///d.duckdb\nuuid: ${databaseUuid}\nversion: 1.0.0\n`,
  )
  await importBundle(store, files, null, { kind: 'chart' })
  const before = await everything(store)
  const leaving = new AbortController()
  let writes = 0
  const changed = new Map(
    [...files].map(([path, text]): [string, string] => [path, text.replace(/^slice_name: C/m, 'slice_name: D')]),
  )
  const counting = new Proxy(store, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name) as unknown
      return <T>(work: (own: Store) => Promise<T>) =>
        target.transaction((own) => {
          setImmediate(() => leaving.abort(new Error('The caller has left')))
          const update: Store['charts']['update'] = (...given) => {
            writes++
            return own.charts.update(...given)
          }
          return work({ ...own, charts: { ...own.charts, update } })
        })
    },
  })
  const left = importBundle(counting, changed, null, { kind: 'chart', overwrite: true, signal: leaving.signal })
  await expect(left).rejects.toThrow('The caller has left')
  expect(writes).toBeLessThan(300)
  expect(await everything(store)).toEqual(before)
})

describe('a dry run', () => {
  it('B-IMPORT-01: reports what formData, passwords and overwrite would change, and stores nothing', async () => {
    const { store } = fixture.context
    await importBundle(store, new Map(Object.entries(bundle)), null, { kind: 'dashboard' })
    const other = dashboard
    const text = (bundle[other] as string)
      .replace(/^description: .*$/m, 'description: Another one')
      .replace(/^published: .*\n/m, '')
    const fields = { dry_run: 'true', passwords: '{}' }
    const response = await upload(admin, 'dashboard', zip({ ...bundle, [other]: text }), fields)
    expect(response.json().errors[0].extra[other]).toBe('Dashboard already exists and `overwrite=true` was not passed')
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
