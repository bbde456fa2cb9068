import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { textLiteral } from '../ansi.ts'

/** The name of the attached file; statements need not use it. */
export const CATALOG = 'facet'

const REOPEN_DELAY_MS = 50

/** Maximum size of temporary data on disk per instance. */
const MAX_SCRATCH = '16GB'

interface OpenOptions {
  readonly file: string
  /** Folder for temporary data that exceed the memory. */
  readonly scratch: string
  /** Memory limit of the engine in bytes; default: that of the engine. */
  readonly memory?: number
  readonly write: boolean
  /** The only directory that statements may read; default: none. */
  readonly files?: string
  /** The files that statements may read besides, which `attach` may extend; default: none. */
  readonly paths?: readonly string[]
  /** Attaches other databases, before the configuration is locked. */
  readonly attach?: (connection: DuckDBConnection) => Promise<void>
  /** Attaches databases of others after the lock. */
  readonly attachLocked?: (connection: DuckDBConnection) => Promise<void>
}

/** An open database file whose connections can access nothing else. The first one reports the progress of its writes. */
export interface OpenedDatabase {
  connect(): Promise<DuckDBConnection>
  close(): void
}

/**
 * Opens one database file in its own instance and locks it: no other file, no network, no extension, no setting. The
 * order of the statements matters; none of them can be undone after the lock.
 */
export async function open({
  file,
  scratch,
  memory,
  write,
  files,
  paths,
  attach: attachOthers,
  attachLocked,
}: OpenOptions): Promise<OpenedDatabase> {
  await mkdir(scratch, { recursive: true })
  const there = existsSync(file)
  if (!there && write) await create(file)
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(availableParallelism()),
    ...(memory === undefined ? {} : { memory_limit: `${Math.floor(memory / 2 ** 20)}MiB` }),
    temp_directory: scratch,
    max_temp_directory_size: MAX_SCRATCH,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  let writing: DuckDBConnection | undefined
  try {
    const connection = await instance.connect()
    // Reading does not create the file: without a file there are no tables.
    const attach = write
      ? `ATTACH ${textLiteral(file)} AS ${CATALOG} (STORAGE_VERSION 'latest')`
      : there
        ? `ATTACH ${textLiteral(file)} AS ${CATALOG} (READ_ONLY)`
        : `ATTACH ':memory:' AS ${CATALOG}`
    await attachWhenUnlocked(() => connection.run(attach), write)
    await attachOthers?.(connection)
    if (files !== undefined) await connection.run(`SET allowed_directories=[${textLiteral(files)}]`)
    if (paths !== undefined) {
      await connection.run(`SET allowed_paths=[${paths.map(textLiteral).join(', ')}]; SET parquet_metadata_cache=true`)
    }
    await connection.run("SET TimeZone='UTC'")
    if (write) await connection.run('SET enable_progress_bar=true; SET enable_progress_bar_print=false')
    await connection.run('SET enable_external_access=false')
    await connection.run('SET lock_configuration=true')
    await attachLocked?.(connection)
    // The progress is a setting of a connection, and the lock prevents it on other ones.
    if (write) writing = connection
    else connection.closeSync()
  } catch (error) {
    instance.closeSync()
    throw error
  }
  return {
    connect: async () => {
      const connection = writing ?? (await instance.connect())
      writing = undefined
      await connection.run(`USE ${CATALOG}`)
      return connection
    },
    close: () => instance.closeSync(),
  }
}

/** Attaches a file that another process may hold for a long load or read: tries again for some seconds. */
export async function attachWhenUnlocked(attach: () => Promise<unknown>, write: boolean): Promise<void> {
  const until = performance.now() + (write ? 15_000 : 5_000)
  for (;;) {
    try {
      await attach()
      return
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error
      await delay(REOPEN_DELAY_MS)
    }
  }
}

/** Returns whether another process writes a file that could not be opened. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Could not set lock')

async function create(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`ATTACH ${textLiteral(file)} AS made (STORAGE_VERSION 'latest')`)
  await connection.run('DETACH made')
  connection.closeSync()
  instance.closeSync()
}
