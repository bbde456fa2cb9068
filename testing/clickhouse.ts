import { join } from 'node:path'
import type { Connection, Engine } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import { Guard } from '#server/sql/guard.ts'

/** A database of the server that `npm run test:engines` has started, for the duration of one test file. */
export interface ClickHouseFixture {
  readonly engine: Engine
  readonly connection: Connection
  readonly guard: Guard
  /** The URI of the database. */
  readonly uri: string
  /** The place of the installed driver. */
  readonly storage: { readonly directory: string }
  /** Runs a statement as the administrator, without the driver. */
  run(statement: string): Promise<void>
  close(): Promise<void>
}

/** Opens a database created by `statements`. */
export async function openClickHouse(statements: readonly string[]): Promise<ClickHouseFixture> {
  const server = process.env['FACET_TEST_CLICKHOUSE'] ?? ''
  const clickhouse = engineNamed('clickhouse')
  if (!clickhouse) throw new Error('The engine is not in the list')
  const { host, password } = new URL(server)
  const database = `test_${process.pid}_${Date.now()}`
  const headers = { Authorization: `Basic ${Buffer.from(`default:${password}`).toString('base64')}` }
  const request = async (statement: string, within: string): Promise<void> => {
    const reply = await fetch(`http://${host}/?database=${within}`, { method: 'POST', body: statement, headers })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${text} ${statement}`)
  }
  await request(`CREATE DATABASE ${database}`, 'default')
  for (const statement of statements) await request(statement, database)
  const uri = server.replace(/[^/]*$/, database)
  const storage = { directory: join(process.env['FACET_TEST_CLICKHOUSE_HOME'] ?? '', 'databases') }
  const connection = await clickhouse.connect(clickhouse.parseUri(uri) ?? {}, storage)
  return {
    engine: clickhouse,
    connection,
    guard: new Guard(connection, clickhouse.dialect),
    uri,
    storage,
    run: (statement) => request(statement, database),
    async close() {
      await connection.close()
      await request(`DROP DATABASE ${database}`, 'default')
    },
  }
}
