import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Connection, Engine, Place, Settings } from '#server/engines/engine.ts'
import { Guard } from '#server/sql/guard.ts'
import { startPostgres } from './postgres.ts'

/** A database of an engine with tables of its own, for as long as one test file. */
export interface EngineWorld {
  readonly engine: Engine
  readonly settings: Settings
  readonly place: Place
  readonly connection: Connection
  readonly guard: Guard
  /** Whether the engine runs nothing that was asked through `connection`. */
  idle(): Promise<boolean>
  /** Ends whatever serves `connection`, as when a server fails; absent where the engine is part of this process. */
  readonly kill?: () => Promise<void>
  close(): Promise<void>
}

type Opener = (engine: Engine, statements: readonly string[]) => Promise<EngineWorld>

const QUIET_MS = 200
/** Processor time of this process in that time when no engine computes. */
const QUIET_SHARE = 0.5

/** How a test gets a database, by the name of the engine. An engine that is listed needs a line here. */
const openers: Readonly<Record<string, Opener>> = { duckdb: openDuckDB, postgresql: openPostgres }

/** Opens a database made by `statements`, which are in words all engines know. */
export async function openEngineWorld(engine: Engine, statements: readonly string[]): Promise<EngineWorld> {
  const opener = openers[engine.name]
  if (!opener) throw new Error(`Say in testing/engine-worlds.ts how a database of ${engine.name} is made`)
  return opener(engine, statements)
}

async function openDuckDB(engine: Engine, statements: readonly string[]): Promise<EngineWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'facet-engine-'))
  const place = { directory: folder }
  const settings = { file: 'contract.db' }
  await engine.ingest?.(settings, place, folder, async (loader) => {
    for (const statement of statements) await loader.run(statement)
  })
  const connection = await engine.connect(settings, place)
  return {
    engine,
    settings,
    place,
    connection,
    guard: new Guard(connection, engine.dialect),
    async idle() {
      // Its threads are threads of this process.
      const before = process.cpuUsage()
      await delay(QUIET_MS)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000 < QUIET_MS * QUIET_SHARE
    },
    async close() {
      await connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openPostgres(engine: Engine, statements: readonly string[]): Promise<EngineWorld> {
  const server = await startPostgres()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  // Compiling a statement cannot be cancelled, and a busy machine takes seconds for it.
  await admin.query('ALTER DATABASE postgres SET jit = off')
  for (const statement of statements) await admin.query(statement)
  await admin.query('ANALYZE')
  const settings = engine.parseUri(server.url)
  if (!settings) throw new Error(`${engine.name} does not know ${server.url}`)
  const place = { directory: tmpdir() }
  const connection = await engine.connect(settings, place)
  const others = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
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
