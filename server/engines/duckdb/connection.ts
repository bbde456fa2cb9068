import { DuckDBBlobValue } from '@duckdb/node-api'
import { Fault } from '#core/rest/fault.ts'
import type { Table, Value } from '#core/table/table.ts'
import type { Sql } from '#server/sql/sql.ts'
import type { Bytes, Connection, Layout, Narrowing, Run, TableColumn, TableFacts, TableName } from '../engine.ts'
import { narrowed } from '../narrow.ts'
import { tooLarge } from '../too-large.ts'
import { answerSql } from './answer-sql.ts'
import { bind, toDuckDBValue, typesOf } from './bind.ts'
import { cellOf } from './cells.ts'
import { dialect } from './dialect.ts'
import { factsOf } from './facts.ts'
import { grammarOf, inspectTree } from './inspect.ts'
import { interruptible } from './interrupt.ts'
import { CATALOG, type Opened } from './open.ts'
import { type Lane, Pool, type Prepared } from './pool.ts'

/** The schema of tables whose name has none. */
const SCHEMA = 'main'

/** A database file open for reading. Every wait is on the engine's own threads. */
export class DuckDBFile implements Connection {
  readonly #opened: Opened
  readonly #pool: Pool

  constructor(opened: Opened) {
    this.#opened = opened
    this.#pool = new Pool(() => opened.connect())
  }

  /** Parsing columns built by the engine blocks the loop ten times less than converting its vectors one by one. */
  async table(sql: Sql, run: Run): Promise<Table> {
    const answer = await this.bytes(sql, 'columns', run)
    const cells = JSON.parse(new TextDecoder().decode(answer.data)) as Value[][]
    return {
      columns: answer.columns.map((column, index) => ({ ...column, values: cells[index] ?? [] })),
      rowCount: answer.rowCount,
    }
  }

  async bytes(sql: Sql, layout: Layout, run: Run): Promise<Bytes> {
    return this.#pool.use((lane) =>
      interruptible(lane.connection, run.signal, async () => {
        const prepared = await prepare(lane, sql, layout, run)
        bind(prepared.statement, sql.params)
        const [row] = await (await prepared.statement.run()).getRows()
        const [data, rowCount] = row ?? []
        if (data === null && run.maxBytes !== undefined) throw tooLarge(run.maxBytes)
        if (!(data instanceof DuckDBBlobValue)) throw new Error('DuckDB gave no bytes')
        // The bytes lie in memory of the result; the answer outlives it.
        return { data: data.bytes.slice(), columns: prepared.columns, rowCount: Number(rowCount) }
      }),
    )
  }

  async inspect(text: string): ReturnType<Connection['inspect']> {
    return inspectTree(await this.#serialized(text))
  }

  narrow(text: string, narrowing: Narrowing): Promise<string | undefined> {
    return narrowed(
      text,
      narrowing,
      grammarOf((each) => this.#serialized(each)),
    )
  }

  /** A name of two parts may begin with that of the file. */
  async homes(schema: string | null): Promise<readonly string[]> {
    const named = schema === null ? SCHEMA : dialect.fold(schema)
    return named === CATALOG ? [SCHEMA, CATALOG] : [named]
  }

  async schemas(): Promise<readonly string[]> {
    const rows = await this.#rows(
      'SELECT schema_name AS name FROM information_schema.schemata WHERE catalog_name = $1 ' +
        "ORDER BY schema_name <> 'main', 1",
      [CATALOG],
    )
    return rows.map((row) => String(row.name))
  }

  async tables(schema: string): Promise<readonly TableName[]> {
    const rows = await this.#rows(
      'SELECT table_name AS name, table_type AS kind FROM information_schema.tables ' +
        'WHERE table_catalog = $1 AND table_schema = $2 ORDER BY 1',
      [CATALOG, schema],
    )
    return rows.map((row) => ({ name: String(row.name), kind: row.kind === 'VIEW' ? 'view' : 'table' }))
  }

  async columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    const rows = await this.#rows(
      'SELECT column_name AS name, data_type AS type, is_nullable AS nullable FROM information_schema.columns ' +
        'WHERE table_catalog = $1 AND table_schema = $2 AND table_name = $3 ORDER BY ordinal_position',
      [CATALOG, schema, table],
    )
    return rows.map((row) => ({
      name: String(row.name),
      type: String(row.type),
      generic: cellOf(String(row.type)).type,
      nullable: row.nullable === 'YES',
    }))
  }

  facts(schema: string, table: string): Promise<TableFacts | undefined> {
    return factsOf((text, values) => this.#rows(text, values), schema, table)
  }

  async shape(sql: Sql): Promise<readonly TableColumn[]> {
    const rows = await this.#rows(`DESCRIBE ${sql.text}`, sql.params.map(toDuckDBValue) as unknown[])
    return rows.map((row) => ({
      name: String(row.column_name),
      type: String(row.column_type),
      generic: cellOf(String(row.column_type)).type,
      nullable: true,
    }))
  }

  async close(): Promise<void> {
    this.#pool.close()
    this.#opened.close()
  }

  async #serialized(text: string): Promise<string> {
    const [row] = await this.#rows('SELECT CAST(json_serialize_sql(CAST($1 AS VARCHAR)) AS VARCHAR) AS tree', [text])
    return String(row?.tree)
  }

  async #rows(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
    return this.#pool.use(async ({ connection }) => {
      const result = await connection.run(text, values as Parameters<typeof connection.run>[1])
      return await result.getRowObjectsJson()
    })
  }
}

async function prepare(lane: Lane, sql: Sql, layout: Layout, run: Run): Promise<Prepared> {
  const { maxRows, maxBytes, labels } = run
  const key = JSON.stringify([layout, maxRows, maxBytes, labels, sql.text])
  const known = lane.prepared.get(key)
  if (known) return known
  const types = await columnTypes(lane, sql)
  if (types.length < run.labels.length) throw new Fault('columns-lost', { sql: sql.shown })
  const cells = types.map(cellOf)
  const wanted = cells.slice(0, run.labels.length)
  const inner =
    wanted.length === cells.length
      ? sql.text
      : `SELECT ${wanted.map((_, index) => `c${index}`).join(', ')} FROM (${sql.text}\n) AS all_columns(${cells
          .map((_, index) => `c${index}`)
          .join(', ')})`
  const text = answerSql({ inner, cells: wanted, labels, maxRows, maxBytes }, layout)
  const prepared = {
    statement: await lane.connection.prepare(text),
    columns: wanted.map((cell, index) => ({ name: run.labels[index] ?? '', type: cell.type })),
  }
  lane.prepared.set(key, prepared)
  return prepared
}

/** Types of the columns without running: from the prepared statement, or where a value decides them, by DESCRIBE. */
async function columnTypes(lane: Lane, sql: Sql): Promise<string[]> {
  const statement = await lane.connection.prepare(sql.text)
  try {
    return Array.from({ length: statement.columnCount }, (_, index) => String(statement.columnType(index)))
  } catch {
    const described = await lane.connection.run(
      `DESCRIBE ${sql.text}`,
      sql.params.map(toDuckDBValue),
      typesOf(sql.params),
    )
    return (await described.getRowObjectsJson()).map((row) => row.column_type as string)
  } finally {
    statement.destroySync()
  }
}
