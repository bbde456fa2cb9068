import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import type { Connection, Engine } from '#server/engines/engine.ts'
import { Guard } from '#server/sql/guard.ts'
import type { EngineFixture } from './engine-fixtures.ts'
import { freePort } from './local-server.ts'

/** Seconds after which a server ends, whatever happens to the tests. */
const LIFETIME = 1800

/** A Trino server with the catalogs `memory` and `tpch`. */
export interface Trino {
  readonly port: number
  /** Runs a statement that changes data or tables, without the guard. */
  run(statement: string): Promise<readonly (readonly unknown[])[]>
  /** Ends the process at once. */
  kill(): Promise<void>
  /** Starts it again on the same port. Tables in memory are lost. */
  start(): Promise<void>
}

/** Starts the server that `npm run test:engines` has installed. */
export async function startTrino(): Promise<Trino> {
  const port = await freePort()
  let server: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const { FACET_TEST_TRINO_JAVA: java = '', FACET_TEST_TRINO_CLASSES: classes = '' } = process.env
    const options = ['-Xmx1500m', '--add-modules', 'jdk.incubator.vector', '-cp', classes]
    server = spawn(java, [...options, 'TestServer', String(port), String(LIFETIME)], {
      cwd: tmpdir(),
      // The server writes its log, with the output of the program, to the second.
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    const { stderr } = server
    await new Promise<void>((resolve, reject) => {
      let output = ''
      stderr?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-2000)
        if (output.includes('READY')) resolve()
      })
      server?.once('exit', () => reject(new Error(`Trino did not start: ${output}`)))
    })
  }
  await start()
  return {
    port,
    start,
    async kill() {
      const ended = server && once(server, 'exit')
      server?.kill('SIGKILL')
      await ended
    },
    async run(statement) {
      const rows: (readonly unknown[])[] = []
      const headers = { 'X-Trino-User': 'admin', 'X-Trino-Catalog': 'memory', 'X-Trino-Schema': 'default' }
      let next: string | undefined = `http://127.0.0.1:${port}/v1/statement`
      let request: RequestInit = { method: 'POST', body: statement, headers }
      while (next !== undefined) {
        const page = (await (await fetch(next, request)).json()) as {
          nextUri?: string
          data?: readonly (readonly unknown[])[]
          error?: { message: string }
        }
        if (page.error) throw new Error(`${page.error.message}: ${statement}`)
        rows.push(...(page.data ?? []))
        next = page.nextUri
        request = {}
      }
      return rows
    },
  }
}

const TYPES: Readonly<Record<string, string>> = {
  FLOAT8: 'DOUBLE',
  TIMESTAMP: 'TIMESTAMP(6)',
  TIMESTAMPTZ: 'TIMESTAMP(6) WITH TIME ZONE',
}

/** Runs statements for all engines. The server converts no texts to times: inserted values are cast. */
export async function createTrinoTables(server: Trino, statements: readonly string[]): Promise<void> {
  const types = new Map<string, readonly (readonly [string, string])[]>()
  for (const statement of statements) {
    const [, table, columns] = /^CREATE TABLE (\w+) \((.*)\)$/s.exec(statement) ?? []
    const [, target = '', values] = /^INSERT INTO (\w+) VALUES (.*)$/s.exec(statement) ?? []
    if (table !== undefined) {
      const named = (columns ?? '').split(/,(?![^(]*\))/).map((column) => {
        const [name = '', type = ''] = column.trim().split(' ')
        return [name, TYPES[type] ?? type.replace('NUMERIC', 'DECIMAL')] as const
      })
      types.set(table, named)
      await server.run(`CREATE TABLE ${table} (${named.map(([name, type]) => `${name} ${type}`).join(', ')})`)
    } else if (values === undefined) await server.run(statement)
    else {
      const named = types.get(target) ?? []
      const casts = named.map(([name, type]) => `CAST(${name} AS ${type})`)
      const names = named.map(([name]) => name)
      const rows = values.replace(/\+00'/g, " UTC'")
      await server.run(
        `INSERT INTO ${target} SELECT ${casts.join(', ')} FROM (VALUES ${rows}) AS v (${names.join(', ')})`,
      )
    }
  }
}

/** Opens the default schema of the catalog `memory`. */
export async function openTrino(engine: Engine, server: Trino): Promise<EngineFixture> {
  const settings = engine.parseUri(`trino://facet@127.0.0.1:${server.port}/memory/default`)
  if (!settings) throw new Error(`${engine.name} does not know the URI`)
  const storage = { directory: tmpdir() }
  const connection: Connection = await engine.connect(settings, storage)
  const running = `SELECT query_id FROM system.runtime.queries WHERE "user" = 'facet'
    AND state NOT IN ('FINISHED', 'FAILED')`
  return {
    engine,
    settings,
    storage,
    connection,
    guard: new Guard(connection, engine.dialect),
    isEmbedded: false,
    idle: async () => (await server.run(running)).length === 0,
    kill: () => server.kill(),
    close: () => connection.close(),
  }
}
