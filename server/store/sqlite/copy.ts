import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { NoRoomForCopy } from '../errors.ts'

/** Maximum copies of a store; older ones are deleted when one is made. */
export const MAX_COPIES = 5
/** Required free bytes in addition to twice the store: for its copy, and for the writes of the migration. */
const MARGIN_BYTES = 16 * 1024 * 1024
/** Milliseconds after which a partial copy counts as abandoned. */
const ABANDONED_MS = 3_600_000

type Sqlite = InstanceType<typeof DatabaseSync>

/**
 * Copies a store to the same folder: `facet.db` to `facet-004-query-log-20240501T120000Z.db`, named after its last
 * migration and the time (`now`, epoch milliseconds). Other processes may read and write meanwhile. Returns the file,
 * or undefined if another process has migrated the store to `target` meanwhile. Throws `NoRoomForCopy` before anything
 * is written.
 */
export function copyStore(file: string, target: string, now: number): string | undefined {
  const store = new DatabaseSync(file)
  const draft = `${file}.${process.pid}.part`
  try {
    requireRoom(file, bytesOf(store))
    removeAbandoned(file, now)
    // Created first, because SQLite would make it readable for other users of this machine; SQLite accepts an empty
    // file.
    writeFileSync(draft, '', { mode: 0o600 })
    store.prepare('vacuum into ?').run(draft)
    const last = lastMigration(draft)
    if (last >= target) return undefined
    sync(draft)
    const copy = join(dirname(file), `${stem(file)}-${last}-${stampOf(now)}.db`)
    renameSync(draft, copy)
    sync(dirname(file))
    removeOld(file, copy)
    return copy
  } finally {
    store.close()
    rmSync(draft, { force: true })
  }
}

/** Writes a copy of a store to a new file. Other processes may read and write meanwhile. */
export function writeCopy(file: string, to: string): void {
  const store = new DatabaseSync(file)
  try {
    requireRoom(to, bytesOf(store))
    writeFileSync(to, '', { mode: 0o600, flag: 'wx' })
    store.prepare('vacuum into ?').run(to)
    sync(to)
  } finally {
    store.close()
  }
}

/** Returns the damage that SQLite finds in a store file; undefined if it is intact. */
export function findStoreDamage(file: string): string | undefined {
  const store = new DatabaseSync(file, { readOnly: true })
  try {
    const { integrity_check: found } = store.prepare('pragma integrity_check').get() as { integrity_check: string }
    return found === 'ok' ? undefined : found
  } catch (error) {
    return (error as Error).message
  } finally {
    store.close()
  }
}

function bytesOf(store: Sqlite): number {
  const { bytes } = store
    .prepare('select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()')
    .get() as { bytes: number }
  return bytes
}

function requireRoom(file: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(file))
  const [needed, free] = [2 * bytes + MARGIN_BYTES, bavail * bsize]
  if (free < needed) throw new NoRoomForCopy(file, needed, free)
}

/** Returns the name of the last migration of a store, after checking that it is intact. */
function lastMigration(file: string): string {
  const store = new DatabaseSync(file, { readOnly: true })
  try {
    const { quick_check: check } = store.prepare('pragma quick_check(1)').get() as { quick_check: string }
    if (check !== 'ok') throw new Error(`The copy of the store is damaged: ${check}`)
    return (store.prepare('select max(name) as name from kysely_migration').get() as { name: string }).name
  } finally {
    store.close()
  }
}

const stem = (file: string) => basename(file, '.db')

/** `20240501T120000Z` */
function stampOf(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Returns the copies of a store, by the time in their names, newest first. */
export function copiesOf(file: string): readonly string[] {
  const named = /-(\d{8}T\d{6}Z)\.db$/
  const time = (name: string) => named.exec(name)?.[1] ?? ''
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${stem(file)}-`) && named.test(name))
    .toSorted((a, b) => (time(a) < time(b) ? 1 : -1))
    .map((name) => join(dirname(file), name))
}

function removeOld(file: string, createdOn: string): void {
  const others = copiesOf(file).filter((copy) => copy !== createdOn)
  for (const copy of others.slice(MAX_COPIES - 1)) rmSync(copy, { force: true })
}

function removeAbandoned(file: string, now: number): void {
  for (const name of readdirSync(dirname(file))) {
    if (!name.startsWith(`${basename(file)}.`) || !name.endsWith('.part')) continue
    const path = join(dirname(file), name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat && now - stat.mtimeMs > ABANDONED_MS) rmSync(path, { force: true })
  }
}

/** Flushes a file to disk, so that it survives a power failure. */
function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
