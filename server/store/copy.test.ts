import fs, {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  type StatsFs,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase } from '#testing/postgres.ts'
import { replaceBuiltin } from '#testing/replace-builtin.ts'
import { withValueChecks, TransactionScope } from './guard.ts'
import { migrate, type SchemaStep } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { MAX_COPIES, copiesOf } from './sqlite/copy.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { openStore, type StoreLocation, type StoreWatch } from './store.ts'

const NOON = Date.UTC(2024, 4, 1, 12)
const OLD = '004-query-log'
const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= OLD))
const newest = Object.keys(migrations).at(-1) as string

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'facet-copy-'))
  folders.push(folder)
  file = join(folder, 'facet.db')
})

/** Creates a store of the previous version with one setting in it. */
async function oldStore(location: StoreLocation, value = 'of before'): Promise<void> {
  const dialect = 'file' in location ? sqliteDialect(location.file) : postgresDialect(location.url)
  const db = new Kysely<{ settings: { key: string; value: string; changed_on: number } }>({
    dialect: withValueChecks(dialect, new TransactionScope()),
  })
  await migrate(db, 'file' in location ? 'sqlite' : 'postgres', { migrations: older })
  await db.insertInto('settings').values({ key: 'kept', value, changed_on: 1 }).execute()
  await db.destroy()
}

function watch() {
  const [steps, copies] = [[] as SchemaStep[], [] as string[]]
  const watcher = {
    changing: (step: SchemaStep) => void steps.push(step),
    copied: (path: string) => void copies.push(path),
  }
  return { steps, copies, watcher }
}

const open = (at: number, watcher?: StoreWatch) =>
  openStore(
    { file },
    () => at,
    () => '00000000-0000-4000-8000-000000000000',
    watcher,
  )

function sessionColumns(path: string): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true })
  const names = database.prepare("select name from pragma_table_info('sessions')").all() as { name: string }[]
  database.close()
  return names.map(({ name }) => name)
}

describe('a SQLite store of an older version', () => {
  it('copies it before it is migrated', async () => {
    await oldStore({ file })
    const { steps, copies, watcher } = watch()
    const store = await open(NOON, watcher)
    expect(await store.settings.get('kept')).toBe('of before')
    await store.close()
    expect(steps).toEqual([{ from: OLD, to: newest }])
    expect(copies).toEqual([join(folder, `facet-${OLD}-20240501T120000Z.db`)])
    const [copy = ''] = copies
    expect(sessionColumns(copy)).not.toContain('user_agent')
    expect(sessionColumns(file)).toContain('user_agent')
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('migrates it again after the copy was restored', async () => {
    await oldStore({ file })
    const store = await open(NOON)
    await store.settings.set('kept', 'changed since')
    await store.close()
    const [copy = ''] = copiesOf(file)
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    copyFileSync(copy, file)
    expect(sessionColumns(file)).not.toContain('user_agent')
    const { copies, watcher } = watch()
    const again = await open(NOON + 1000, watcher)
    expect(await again.settings.get('kept')).toBe('of before')
    expect(copies.map((each) => basename(each))).toEqual([`facet-${OLD}-20240501T120001Z.db`])
    await again.close()
  })

  it('copies it with writes of other processes in the WAL', async () => {
    await oldStore({ file })
    const writer = new DatabaseSync(file)
    writer.exec("pragma journal_mode = wal; insert into settings values ('late', 'in the log', 1)")
    const store = await open(NOON)
    await store.close()
    writer.close()
    const database = new DatabaseSync(copiesOf(file)[0] ?? '', { readOnly: true })
    expect(database.prepare("select value from settings where key = 'late'").get()).toEqual({ value: 'in the log' })
    database.close()
  })

  it('keeps at most the newest five copies, and removes no other file', async () => {
    for (let day = 1; day <= 7; day++) writeFileSync(join(folder, `facet-003-annotations-2024040${day}T000000Z.db`), '')
    const others = ['facet-notes.db', 'other-004-query-log-20240101T000000Z.db', 'facet-004.txt', 'facet.db.77.part']
    for (const other of others) writeFileSync(join(folder, other), '')
    writeFileSync(join(folder, 'facet.db.78.part'), '')
    utimesSync(join(folder, 'facet.db.77.part'), NOON / 1000, NOON / 1000)
    utimesSync(join(folder, 'facet.db.78.part'), NOON / 1000 - 3601, NOON / 1000 - 3601)
    await oldStore({ file })
    await (await open(NOON)).close()
    const stored = copiesOf(file).map((each) => basename(each))
    expect(stored).toHaveLength(MAX_COPIES)
    expect(stored[0]).toBe(`facet-${OLD}-20240501T120000Z.db`)
    expect(stored.at(-1)).toBe('facet-003-annotations-20240404T000000Z.db')
    const left = readdirSync(folder)
    expect(left).toEqual(expect.arrayContaining(others))
    expect(left).not.toContain('facet.db.78.part')
  })

  it('stays unchanged without disk space for a copy', async () => {
    await oldStore({ file })
    const free = { bavail: 4, bsize: 4096 } as StatsFs
    const restore = replaceBuiltin(fs, { statfsSync: (() => free) as unknown as typeof fs.statfsSync })
    try {
      await expect(open(NOON)).rejects.toThrow(/facet\.db is copied before .* needs \d+ MB of room; 1 MB are free$/)
    } finally {
      restore()
    }
    expect(sessionColumns(file)).not.toContain('user_agent')
    expect(copiesOf(file)).toEqual([])
  })

  it('stays unchanged when its watcher throws', async () => {
    await oldStore({ file })
    const refusing = {
      changing: () => {
        throw new Error('not now')
      },
      copied: () => {},
    }
    await expect(open(NOON, refusing)).rejects.toThrow('not now')
    expect(sessionColumns(file)).not.toContain('user_agent')
    expect(copiesOf(file)).toEqual([])
  })
})

it('a new or current store is not copied', async () => {
  const { steps, copies, watcher } = watch()
  await (await open(NOON, watcher)).close()
  const before = readFileSync(file)
  await (await open(NOON, watcher)).close()
  expect([steps, copies, copiesOf(file)]).toEqual([[], [], []])
  expect(before.length).toBeGreaterThan(0)
})

it('rejects a store of a newer version and does not change it', async () => {
  await (await open(NOON)).close()
  const database = new DatabaseSync(file)
  database.exec("insert into kysely_migration values ('900-of-tomorrow', '2030-01-01')")
  database.close()
  await expect(open(NOON)).rejects.toThrow(
    'The metadata store was made by a newer Facet: it has the migration 900-of-tomorrow',
  )
})

it('A PostgreSQL store reports its migration', async () => {
  const server = await emptyDatabase()
  try {
    const location = { url: server.url }
    await oldStore(location)
    const { steps, copies, watcher } = watch()
    const store = await openStore(
      location,
      () => NOON,
      () => '',
      watcher,
    )
    expect(await store.settings.get('kept')).toBe('of before')
    await store.close()
    expect([steps, copies]).toEqual([[{ from: OLD, to: newest }], []])
  } finally {
    await server.stop()
  }
})
