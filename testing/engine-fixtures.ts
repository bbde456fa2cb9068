import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Connection, Engine, Place, Settings } from '#server/engines/engine.ts'
import { engines } from '#server/engines/index.ts'
import { Guard } from '#server/sql/guard.ts'
import { writeDuckDB } from './duckdb-file.ts'
import { emptyDatabase } from './postgres.ts'

/** A database of an engine with tables of its own, for as long as one test file. */
export interface EngineFixture {
  readonly engine: Engine
  readonly settings: Settings
  readonly place: Place
  readonly connection: Connection
  readonly guard: Guard
  /** Whether the engine runs nothing that was asked through `connection`. */
  idle(): Promise<boolean>
  /** Ends whatever serves `connection`, as when a server fails. */
  readonly kill: () => Promise<void>
  close(): Promise<void>
}

type Opener = (engine: Engine, statements: readonly string[]) => Promise<EngineFixture>

const QUIET_MS = 200
/** Processor time of engine processes in that time when no engine computes. */
const QUIET_SHARE = 0.5

/** How a test gets a database, by the name of the engine. An engine that is listed needs a line here. */
const openers: Readonly<Record<string, Opener>> = { duckdb: openDuckDB, postgresql: openPostgres }

/** Opens a database made by `statements`, which are in words all engines know. */
export async function openEngineFixture(engine: Engine, statements: readonly string[]): Promise<EngineFixture> {
  // One that opens the databases of another is tested by those.
  const opened = engines.find((each) => openers[each.name] && each.connect === engine.connect)
  const opener = openers[opened?.name ?? engine.name]
  if (!opener) throw new Error(`Say in testing/engine-fixtures.ts how a database of ${engine.name} is made`)
  return opener(engine, statements)
}

async function openDuckDB(engine: Engine, statements: readonly string[]): Promise<EngineFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'facet-engine-'))
  const place = { directory: folder }
  const settings = { file: 'contract.db' }
  await writeDuckDB(folder, settings.file, statements)
  const connection = await engine.connect(settings, place)
  return {
    engine,
    settings,
    place,
    connection,
    guard: new Guard(connection, engine.dialect),
    async idle() {
      const pids = await enginePids()
      const before = await processorMs(pids)
      await delay(QUIET_MS)
      return (await processorMs(pids)) - before < QUIET_MS * QUIET_SHARE
    },
    async kill() {
      for (const pid of await enginePids()) process.kill(pid, 'SIGKILL')
    },
    async close() {
      await connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The processes of engines that this process has started. */
async function enginePids(): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const told = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')
      return { pid: Number(pid), status: await read('status'), command: await read('cmdline') }
    }),
  )
  const own = new RegExp(`^PPid:\\s+${process.pid}$`, 'm')
  return told
    .filter(({ status, command }) => own.test(status) && command.includes('duckdb-child'))
    .map(({ pid }) => pid)
}

/** Processor time processes have taken, in milliseconds; the kernel counts hundredths of a second. */
async function processorMs(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')))
  const fields = stats.map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
  return fields.reduce((sum, field) => sum + (Number(field[11] ?? 0) + Number(field[12] ?? 0)) * 10, 0)
}

async function openPostgres(engine: Engine, statements: readonly string[]): Promise<EngineFixture> {
  const server = await emptyDatabase()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  // Compiling a statement cannot be cancelled, and a busy machine takes seconds for it.
  await admin.query(`ALTER DATABASE ${admin.escapeIdentifier(admin.database ?? '')} SET jit = off`)
  for (const statement of statements) await admin.query(statement)
  await admin.query('ANALYZE')
  const settings = engine.parseUri(server.url)
  if (!settings) throw new Error(`${engine.name} does not know ${server.url}`)
  const place = { directory: tmpdir() }
  const connection = await engine.connect(settings, place)
  const others = `FROM pg_stat_activity WHERE datname = current_database()
    AND backend_type = 'client backend' AND pid <> pg_backend_pid()`
  return {
    engine,
    settings,
    place,
    connection,
    guard: new Guard(connection, engine.dialect),
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
