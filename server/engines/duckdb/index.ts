import { existsSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { version } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { t } from '#core/text/t.ts'
import type { Connection, Engine, EngineStorage, Settings } from '../engine.ts'
import type { AttachedMember } from './attach-databases.ts'
import type { ProcessCalls, LoadProgress } from './calls.ts'
import { DuckDBFile, DuckDBReader } from './connection.ts'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { extensionsIn } from './extensions.ts'
import { type Files, filesOf } from './files.ts'
import { type BucketSource, listedEndpoint } from './object-store.ts'
import { ParquetRows } from './parquet-rows.ts'

/** Timeout in milliseconds for opening a file, including the wait for a process. */
const OPEN_MS = 30_000
/** Timeout of a load in milliseconds. */
const LOAD_MS = 1_800_000
/** Timeout for writing a Parquet file in milliseconds. */
const PARQUET_MS = 300_000

export type { AttachedKind, AttachedMember } from './attach-databases.ts'

/** Embedded databases in local files, each in a separate process. */
export const duckdb: Engine = {
  name: 'duckdb',
  label: 'DuckDB',
  isOwn: true,
  canChangeData: true,
  settings: [
    {
      name: 'file',
      label: 'File',
      kind: 'text',
      required: true,
      help: 'Name of the database file in the data directory of the server, for example sales.duckdb',
    },
  ],
  dialect,
  parseUri(uri) {
    const match = /^duckdb:\/\/\/(.+)$/.exec(uri)
    const file = match?.[1] && decode(match[1])
    return file ? { file } : undefined
  },
  printUri: (settings) => `duckdb:///${encodeURIComponent(String(settings.file ?? ''))}`,
  placeholder: 'duckdb:///file.duckdb',
  async connect(settings, storage) {
    const { file, leave } = filesOf(storage).hold(fileOf(settings, storage))
    try {
      await file.ask('open', null, { signal: AbortSignal.timeout(OPEN_MS), author: null, text: '' })
    } catch (error) {
      await leave()
      throw error
    }
    return new DuckDBFile(file, leave)
  },
  missing(settings, storage) {
    if (existsSync(fileOf(settings, storage))) return undefined
    return t('The file %s does not exist; the first upload into the database creates it.', String(settings.file))
  },
  explain,
  async load(settings, storage, load, caller, onRows) {
    const { file, leave } = filesOf(storage).hold(fileOf(settings, storage))
    const timeout = AbortSignal.timeout(LOAD_MS)
    try {
      const signal = caller ? AbortSignal.any([caller, timeout]) : timeout
      const onProgress = onRows && ((progress: unknown) => onRows(...(progress as LoadProgress)))
      const limits = { signal, author: null, text: '', onProgress }
      return (await file.change('load', load, limits)).value as ProcessCalls['load'][1]
    } finally {
      await leave()
    }
  },
  async changeTables(settings, storage, changes) {
    const { file, leave } = filesOf(storage).hold(fileOf(settings, storage))
    try {
      const limits = { signal: AbortSignal.timeout(LOAD_MS), author: null, text: '' }
      await file.change('changeTables', changes, limits)
    } finally {
      await leave()
    }
  },
  async beginning(settings, storage, reading) {
    const { file, leave } = filesOf(storage).hold(fileOf(settings, storage))
    try {
      const limits = { signal: AbortSignal.timeout(OPEN_MS), author: null, text: '' }
      return (await file.ask('beginning', reading, limits)).value as ProcessCalls['beginning'][1]
    } finally {
      await leave()
    }
  },
  async stage(storage, load, columns, { signal: caller, onRows }) {
    const { file, leave } = filesOf(storage).hold(join(storage.directory, NO_STAGED_FILE))
    const signal = AbortSignal.any([caller, AbortSignal.timeout(LOAD_MS)])
    try {
      const onProgress = (progress: unknown) => onRows(...(progress as LoadProgress))
      const limits = { signal, author: null, text: '', onProgress }
      const { value } = await file.change('stage', { load, columns }, limits)
      return value as ProcessCalls['stage'][1]
    } finally {
      await leave()
    }
  },
  async parquet(storage, table, signal) {
    const { file, leave } = filesOf(storage).hold(join(storage.directory, NO_FILE))
    try {
      const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(PARQUET_MS)]), author: null, text: '' }
      const { data } = await file.ask('parquet', table, limits)
      if (!data) throw new Error('A Parquet file came without bytes')
      return data
    } finally {
      await leave()
    }
  },
  parquetFile(storage, { rows, file: target }) {
    const collected = new ParquetRows()
    return {
      lines: (chunk) => collected.lines(chunk),
      async end(columns, signal) {
        const { file, leave } = filesOf(storage).hold(join(storage.directory, NO_FILE))
        try {
          const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(LOAD_MS)]), author: null, text: '' }
          await file.ask('convertParquet', collected.conversion(rows, target, columns), limits)
        } finally {
          await leave()
        }
      },
    }
  },
}

/** Opens a folder, a file or a pattern of files of users as a database; see `FileSource`. */
export async function openDataFiles(path: string, storage: EngineStorage): Promise<Connection> {
  const { directory, dataDirectories } = storage
  return openReader(filesOf(storage).holdSource({ path, access: { directory, dataDirectories } }))
}

/** Opens tables of Delta Lake, Apache Iceberg or a DuckLake as a database; see `LakeSource`. */
export async function openLake(path: string, storage: EngineStorage): Promise<Connection> {
  const { directory, dataDirectories, extensions } = storage
  return openReader(
    filesOf(storage).holdSource({ type: 'lake', path, access: { directory, dataDirectories }, extensions }),
  )
}

/** Opens other databases as one, for reading; see `AttachedSource`. */
export async function openAttachedDatabases(
  members: readonly AttachedMember[],
  storage: EngineStorage,
): Promise<Connection> {
  const { directory, dataDirectories, extensions } = storage
  return openReader(
    filesOf(storage).holdSecret({ attached: { members, access: { directory, dataDirectories }, extensions } }),
  )
}

/** Opens a bucket of an object store as a database. Throws `endpoints-unset`, `endpoint-unlisted` and `connection-link-local`. */
export async function openBucket(given: BucketSource, storage: EngineStorage): Promise<Connection> {
  const { extensions, objectStores } = storage
  const endpoint = listedEndpoint(given.endpoint, objectStores)
  if (extensions === undefined) throw new ApiError('extensions-unset', { args: ['httpfs', version()] })
  return openReader(filesOf(storage).holdSecret({ bucket: { ...given, endpoint, extensions } }))
}

/** Returns why the extensions of a place cannot be loaded: one error for each. */
export async function extensionErrors(storage: EngineStorage): Promise<readonly unknown[]> {
  const { directory, extensions } = storage
  const errors: unknown[] = []
  for (const tested of extensions === undefined ? [] : extensionsIn(extensions)) {
    const held = filesOf(storage).holdSecret({ attached: { members: [], access: { directory }, extensions, tested } })
    try {
      await (await openReader(held)).close()
    } catch (error) {
      errors.push(error)
    }
  }
  return errors
}

async function openReader({ file, leave }: ReturnType<Files['hold']>): Promise<Connection> {
  try {
    await file.ask('open', null, { signal: AbortSignal.timeout(OPEN_MS), author: null, text: '' })
  } catch (error) {
    await leave()
    throw error
  }
  return new DuckDBReader(file, leave)
}

/** A file name that never exists, for a process that reads no database. */
const NO_FILE = 'scratch/parquet'
/** The same for uploads into databases of other engines. */
const NO_STAGED_FILE = 'scratch/uploads'

/** Returns undefined for an invalid percent encoding. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** DuckDB would open these names in memory, on a server or at a URL, not as a file. */
const NOT_A_FILE = /^(?::memory:|(?:md|motherduck|ducklake|quack|https?|s3|gcs|gs|r2|az|azure|abfss|hf):)/i

/** Returns the database file, which is always inside the data directory. */
function fileOf(settings: Settings, storage: EngineStorage): string {
  const name = String(settings.file ?? '')
  const [prefix] = NOT_A_FILE.exec(name.trim()) ?? []
  if (prefix !== undefined) throw new ApiError('database-not-a-file', { args: [prefix] })
  const file = isAbsolute(name) ? name : join(storage.directory, name)
  const inside = relative(storage.directory, file)
  if (!inside || inside.startsWith('..') || isAbsolute(inside)) throw new ApiError('uri-wrong')
  return file
}
