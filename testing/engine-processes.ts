import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Connection, Engine, EngineStorage } from '#server/engines/engine.ts'
import { Guard } from '#server/sql/guard.ts'
import type { Sql } from '#server/engines/sql.ts'
import { writeDuckDB } from './duckdb-file.ts'

/** So many processes that each gets the minimum memory. */
export const MANY_PROCESSES = 10_000

/** True if a process is running; an ended one that is not yet reaped is not. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

/** Returns the CPU time of a process in milliseconds, 0 if it has ended; the kernel counts hundredths of a second. */
export function processorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** Returns the error code or name of failed work, or its result as text. */
export const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(String, (error: { code?: unknown; name: string }) =>
    typeof error.code === 'string' ? error.code : error.name,
  )

/**
 * Gives each test of a file a folder with the database `one.db`, whose table `many` has 2,000 texts. `pidsOf` returns
 * the ids of the processes of an engine.
 */
export function useEngineProcesses(engine: Engine, pidsOf: (storage: EngineStorage) => readonly number[]) {
  const opened: Connection[] = []
  const state = { folder: '', storage: {} as EngineStorage }
  beforeEach(async () => {
    state.folder = mkdtempSync(join(tmpdir(), 'facet-process-'))
    state.storage = { directory: state.folder }
    await writeDuckDB(state.folder, 'one.db', ["CREATE TABLE many AS SELECT 'x' || range AS t FROM range(2000)"])
  })
  afterEach(async () => {
    for (const connection of opened.splice(0)) await connection.close()
    rmSync(state.folder, { recursive: true, force: true })
  })

  async function connect(file = 'one.db'): Promise<Connection> {
    const connection = await engine.connect({ file }, state.storage)
    opened.push(connection)
    return connection
  }

  const read = (connection: Connection, text: string) => new Guard(connection, engine.dialect).statement(text)

  async function run(connection: Connection, sql: Sql, author: number | null = 1, ms = 60_000): Promise<unknown> {
    const options = { signal: AbortSignal.timeout(ms), maxRows: 10, labels: ['n'], author }
    return (await connection.table(sql, options)).columns[0]?.values[0]
  }

  const ask = async (connection: Connection, text: string, author: number | null = 1, ms = 60_000) =>
    run(connection, await read(connection, text), author, ms)

  return { state, connect, read, run, ask, pids: () => pidsOf(state.storage) }
}
