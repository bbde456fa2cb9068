import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { open } from '#server/engines/duckdb/open-database.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'
import { mariadbUri, startMariaDB } from '#testing/mariadb.ts'
import { startPostgres } from '#testing/postgres.ts'
import { findMariaDB } from '../scripts/test/programs.mjs'
import { readOrder, sendFigure } from './bench-order.ts'
import { openBenchFixture } from './fixture.ts'
import { queryCall, startLoadClient } from './load-client.ts'
import { cellsOf, plainColumns } from './plain-driver.ts'
import { differingCells, entryOf, withDataset } from './result-entry.ts'
import { measureInterleaved, median } from './statistics.ts'

/** A database of an engine with the rows of the plan, and its driver alone. */
interface EngineDatabase {
  readonly label: string
  readonly backend: string
  readonly uri: string
  /** Returns the columns of a statement. */
  readonly run: (sql: string) => Promise<unknown[][]>
  close(): Promise<void>
}

/** Returns the columns of rows that a driver returned as arrays. */
const columnsOf = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]))

async function openPostgres(statements: readonly string[]): Promise<EngineDatabase> {
  const server = await startPostgres()
  const raw = new Client({ connectionString: server.url })
  await raw.connect()
  for (const statement of statements) await raw.query(statement)
  return {
    label: 'PostgreSQL',
    backend: 'postgresql',
    uri: server.url,
    async run(text) {
      const { rows } = (await raw.query({ text, rowMode: 'array' })) as unknown as { rows: unknown[][] }
      return columnsOf(rows)
    },
    async close() {
      await raw.end()
      await server.stop()
    },
  }
}

async function openDuckDB(statements: readonly string[]): Promise<EngineDatabase> {
  const directory = join(home, 'databases')
  const name = `measure-${process.pid}.duckdb`
  const file = join(directory, name)
  await writeDuckDB(directory, name, statements)
  const opened = await open({ file, scratch: join(directory, 'scratch'), write: false })
  const raw = await opened.connect()
  return {
    label: 'DuckDB',
    backend: 'duckdb',
    uri: `duckdb:///${name}`,
    run: (sql) => plainColumns(raw, sql),
    close() {
      opened.close()
      rmSync(file, { force: true })
      return Promise.resolve()
    },
  }
}

function openSqlite(statements: readonly string[]): Promise<EngineDatabase> {
  const file = join(folder, 'measure.sqlite')
  const raw = new DatabaseSync(file)
  for (const statement of statements) raw.exec(statement)
  return Promise.resolve({
    label: 'SQLite',
    backend: 'sqlite',
    uri: `sqlite:///${file}`,
    run(sql) {
      const statement = raw.prepare(sql)
      statement.setReturnArrays(true)
      const columns = columnsOf(statement.all() as unknown as unknown[][])
      // The engine has no type of times: they are texts.
      const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:/.test(value)
      return Promise.resolve(
        columns.map((values) => (isTime(values[0]) ? values.map((value) => Date.parse(`${String(value)}Z`)) : values)),
      )
    },
    close() {
      raw.close()
      return Promise.resolve()
    },
  })
}

async function openMariaDB(statements: readonly string[]): Promise<EngineDatabase> {
  const server = await startMariaDB()
  const admin = await server.connect()
  await admin.query('CREATE DATABASE measure')
  await admin.end()
  const raw = await server.connect('measure')
  for (const statement of statements) await raw.query(statement)
  return {
    label: 'MariaDB',
    backend: 'mysql',
    uri: mariadbUri(server, 'measure'),
    async run(sql) {
      // The text protocol rounds doubles to 15 digits.
      const [rows] = await raw.execute({ sql, rowsAsArray: true })
      return columnsOf(rows as unknown as unknown[][])
    },
    async close() {
      await raw.end()
      await server.stop()
    },
  }
}

/** B21: chart/data on a database, compared with its driver alone running the same statement. */
async function measureDriver({ label, backend, uri, run }: EngineDatabase): Promise<void> {
  const { samples, statement } = order.plan.drivers
  const { databases } = fixture.store
  const address = { backend, sqlalchemy_uri: uri }
  const { id: database_id } = await databases.create({ database_name: `measure ${Date.now()}`, ...address }, null)
  const columns = (statement.query['columns'] as readonly string[]).map((column_name) => ({
    column_name,
    ...(column_name === 'day' && { type: 'TIMESTAMP', is_dttm: true }),
  }))
  await withDataset(fixture, { database_id, table_name: 'events', columns }, async (id) => {
    const call = queryCall(fixture.url, fixture.cookie, id, statement.query, { force: true })
    const { entry } = await entryOf(loadClient, call)
    const plain = (await run(entry.query)).map(cellsOf)
    const name = `${label}, ${plain[0]?.length ?? 0} rows`
    const differing = differingCells(entry, plain)
    if (differing > 0)
      return sendFigure({ measure: 'B21', name, value: null, unit: '', note: `${differing} cells differ` })
    const theirs = async (): Promise<number> => {
      const began = performance.now()
      await run(entry.query)
      return performance.now() - began
    }
    const [ours, bare] = await measureInterleaved(samples, async () => (await loadClient.once(call)).time, theirs)
    const note = `${median(ours).toFixed(1)} ms over ${median(bare).toFixed(1)} ms`
    sendFigure({ measure: 'B21', name, value: median(ours) / median(bare), unit: 'x driver', most: 1.3, note })
  })
  await databases.remove([database_id], null)
}

// Drivers read timestamps without a zone as local times.
process.env['TZ'] = 'UTC'
const order = readOrder()
const folder = mkdtempSync(join(tmpdir(), 'facet-bench-drivers-'))
const fixture = await openBenchFixture(order.root, { FACET_DATA_DIRS: folder })
const { home } = fixture
const loadClient = startLoadClient(order.root)
const openers = {
  postgresql: openPostgres,
  duckdb: openDuckDB,
  sqlite: openSqlite,
  ...(findMariaDB() && { mysql: openMariaDB }),
}
for (const [engine, openDatabase] of Object.entries(openers)) {
  const database = await openDatabase(order.plan.drivers.tables[engine] ?? [])
  await measureDriver(database)
  await database.close()
}
loadClient.close()
await fixture.close()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
