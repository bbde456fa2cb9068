import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import type { Connection, Engine, EngineStorage, Settings } from '#server/engines/engine.ts'
import { engines } from '#server/engines/index.ts'
import { Guard } from '#server/sql/guard.ts'
import { writeDuckDB, writeParquetTables } from './duckdb-file.ts'
import { processorMs } from './engine-processes.ts'
import { type MariaDB, mariadbUri, startMariaDB } from './mariadb.ts'
import { emptyDatabase } from './postgres.ts'

/** A database of an engine with its own tables, for the duration of one test file. */
export interface EngineFixture {
  readonly engine: Engine
  readonly settings: Settings
  readonly storage: EngineStorage
  readonly connection: Connection
  readonly guard: Guard
  /** True if the engine runs in processes of this server. */
  readonly isEmbedded: boolean
  /** True if the engine runs nothing requested through `connection`. */
  idle(): Promise<boolean>
  /** Ends the server process of `connection`, as in a failure. */
  readonly kill: () => Promise<void>
  close(): Promise<void>
}

type Opener = (engine: Engine, statements: readonly string[]) => Promise<EngineFixture>

const QUIET_MS = 200
/** Maximum share of CPU time of idle engine processes. */
const QUIET_SHARE = 0.5

/** How a test opens a database, by engine name. Every listed engine needs an entry here. */
const openers: Readonly<Record<string, Opener>> = {
  duckdb: openDuckDB,
  postgresql: openPostgres,
  mysql: openMysql,
  sqlite: openSqlite,
  datafiles: openDataFiles,
}

/** Engines whose servers or extensions only `npm run test:engines` installs. */
const LARGE_SERVERS = ['trino', 'federation', 's3', 'lakehouse']
/** Engines with tests of their own: the SQL of the contract is not theirs. */
const OWN_TESTS = ['mysql', 'sqlite', ...LARGE_SERVERS]
/** Engines without schemas, keys and comments: they run the contract of queries only. */
const QUERY_ONLY = ['datafiles']

const isExtended = process.env['FACET_TEST_SET'] === 'all'

/** The engines of the contract of row rules: their SQL is that of its tests. */
export const securityBarrierEngines: readonly Engine[] = engines.filter(
  ({ name, isUnverified }) => !OWN_TESTS.includes(name) && !isUnverified,
)

/** The engines that run the complete contract. */
export const contractEngines: readonly Engine[] = securityBarrierEngines.filter(
  ({ name }) => !QUERY_ONLY.includes(name),
)

/**
 * The engines that run the contract of queries. Engines that run only this part share their dialect with another one:
 * `npm run test:all` runs it on them.
 */
export const queryEngines: readonly Engine[] = isExtended ? securityBarrierEngines : contractEngines

/** The engines whose servers the tests can start. */
export const testedEngines: readonly Engine[] = engines.filter(
  ({ name, isUnverified }) => !LARGE_SERVERS.includes(name) && !isUnverified,
)

/** Opens a database created by `statements`, in SQL that all engines understand. */
export async function openEngineFixture(engine: Engine, statements: readonly string[]): Promise<EngineFixture> {
  // An engine that opens the databases of another one is tested with those.
  const opened = engines.find((each) => openers[each.name] && each.connect === engine.connect)
  const opener = openers[opened?.name ?? engine.name]
  if (!opener) throw new Error(`Say in testing/engine-fixtures.ts how a database of ${engine.name} is made`)
  return opener(engine, statements)
}

async function openDuckDB(engine: Engine, statements: readonly string[]): Promise<EngineFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'facet-engine-'))
  const storage = { directory: folder }
  const settings = { file: 'contract.db' }
  await writeDuckDB(folder, settings.file, statements)
  const connection = await engine.connect(settings, storage)
  return {
    engine,
    settings,
    storage,
    connection,
    guard: new Guard(connection, engine.dialect),
    isEmbedded: true,
    idle: isQuiet,
    kill: killEngines,
    async close() {
      await connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openDataFiles(engine: Engine, statements: readonly string[]): Promise<EngineFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'facet-datafiles-'))
  await writeParquetTables(folder, statements)
  const settings = { path: folder }
  const storage = { directory: join(folder, 'home', 'databases'), dataDirectories: [folder] }
  const connection = await engine.connect(settings, storage)
  return {
    engine,
    settings,
    storage,
    connection,
    guard: new Guard(connection, engine.dialect),
    isEmbedded: true,
    idle: isQuiet,
    kill: killEngines,
    async close() {
      await connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openSqlite(engine: Engine, statements: readonly string[]): Promise<EngineFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'facet-sqlite-'))
  const settings = { file: join(folder, 'contract.sqlite') }
  const database = new DatabaseSync(settings.file)
  for (const statement of statements) database.exec(statement.replace(/\+00'/g, "'"))
  database.close()
  const storage = { directory: join(folder, 'home', 'databases'), dataDirectories: [folder] }
  const connection = await engine.connect(settings, storage)
  return {
    engine,
    settings,
    storage,
    connection,
    guard: new Guard(connection, engine.dialect),
    isEmbedded: true,
    idle: isQuiet,
    kill: killEngines,
    async close() {
      await connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isQuiet(): Promise<boolean> {
  const pids = await enginePids()
  const before = allProcessorMs(pids)
  await delay(QUIET_MS)
  return allProcessorMs(pids) - before < QUIET_MS * QUIET_SHARE
}

async function killEngines(): Promise<void> {
  for (const pid of await enginePids()) process.kill(pid, 'SIGKILL')
}

/** Returns the engine processes that this process has started. */
async function enginePids(): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const reported = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')
      return { pid: Number(pid), status: await read('status'), command: await read('cmdline') }
    }),
  )
  const own = new RegExp(`^PPid:\\s+${process.pid}$`, 'm')
  return reported
    .filter(({ status, command }) => own.test(status) && /(duckdb|sqlite)-child/.test(command))
    .map(({ pid }) => pid)
}

/** Returns the CPU time of processes in milliseconds. */
const allProcessorMs = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + processorMs(pid), 0)

async function openPostgres(engine: Engine, statements: readonly string[]): Promise<EngineFixture> {
  const server = await emptyDatabase()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  // JIT compilation cannot be cancelled, and takes seconds on a busy machine.
  await admin.query(`ALTER DATABASE ${admin.escapeIdentifier(admin.database ?? '')} SET jit = off`)
  for (const statement of statements) await admin.query(statement)
  await admin.query('ANALYZE')
  const settings = engine.parseUri(server.url)
  if (!settings) throw new Error(`${engine.name} does not know ${server.url}`)
  const storage = { directory: tmpdir() }
  const connection = await engine.connect(settings, storage)
  const others = `FROM pg_stat_activity WHERE datname = current_database()
    AND backend_type = 'client backend' AND pid <> pg_backend_pid()`
  return {
    engine,
    settings,
    storage,
    connection,
    guard: new Guard(connection, engine.dialect),
    isEmbedded: false,
    idle: async () => (await admin.query(`SELECT 1 ${others} AND state <> 'idle'`)).rows.length === 0,
    kill: async () => {
      await admin.query(`SELECT pg_terminate_backend(pid) ${others}`)
    },
    async close() {
      await connection.close()
      await admin.end()
      await server.stop()
    },
  }
}

/** The server of this worker; stored outside modules, which are loaded anew for each isolated file. */
const sharedServer = process as { facetMariaDB?: Promise<MariaDB> }
let mysqlDatabases = 0

/** Returns a statement for all engines in the types of MySQL. TIMESTAMP has no years before 1970 there. */
function mysqlStatement(statement: string): string {
  return statement
    .replace(/\bFLOAT8\b/g, 'DOUBLE')
    .replace(/\bTIMESTAMP(TZ)?\b(?! ')/g, 'DATETIME(6)')
    .replace(/\bVARCHAR\b(?!\()/g, 'VARCHAR(200)')
    .replace(/\+00'/g, "'")
}

async function openMysql(engine: Engine, statements: readonly string[]): Promise<EngineFixture> {
  sharedServer.facetMariaDB ??= startMariaDB()
  const server = await sharedServer.facetMariaDB
  const database = `test_${process.pid}_${Date.now()}_${++mysqlDatabases}`
  const admin = await server.connect()
  await admin.query(`CREATE DATABASE ${database}`)
  await admin.query(`USE ${database}`)
  for (const statement of statements) await admin.query(mysqlStatement(statement))
  const settings = engine.parseUri(mariadbUri(server, database))
  if (!settings) throw new Error(`${engine.name} does not know the URI`)
  const storage = { directory: tmpdir() }
  const connection = await engine.connect(settings, storage)
  const others = async (): Promise<readonly { readonly ID: number; readonly COMMAND: string }[]> => {
    const [rows] = await admin.query(
      'SELECT ID, COMMAND FROM information_schema.PROCESSLIST WHERE DB = ? AND ID <> CONNECTION_ID()',
      [database],
    )
    return rows as { ID: number; COMMAND: string }[]
  }
  return {
    engine,
    settings,
    storage,
    connection,
    guard: new Guard(connection, engine.dialect),
    isEmbedded: false,
    idle: async () => (await others()).every(({ COMMAND }) => COMMAND === 'Sleep'),
    async kill() {
      for (const { ID } of await others()) await admin.query(`KILL ${ID}`)
    },
    async close() {
      await connection.close()
      await admin.query(`DROP DATABASE ${database}`)
      await admin.end()
    },
  }
}
