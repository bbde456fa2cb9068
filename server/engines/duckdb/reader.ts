import { createHash } from 'node:crypto'
import { DuckDBBlobValue } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { Bytes, Inspection, TableCondition, TableColumn, TableMetadata, TableName } from '../engine.ts'
import { restrictTables } from '../restrict-tables.ts'
import { resultColumn } from '../result-column.ts'
import { tooLarge } from '../result-too-large.ts'
import { resultSql } from './result-sql.ts'
import { bind, toDuckDBValue, typesOf } from './bind.ts'
import type { ResultQuery, ScanQuery, Statement } from './calls.ts'
import { cellOf, typeInfo } from './cells.ts'
import { tableMetadataOf } from './table-metadata.ts'
import { type Macro, macrosOf } from './foreign-calls.ts'
import { grammarOf, inspectTree } from './inspect.ts'
import { withInterrupt } from './with-interrupt.ts'
import { CATALOG, type OpenedDatabase } from './open-database.ts'
import { type PooledConnection, Pool, type PreparedQuery } from './pool.ts'
import type { Scan } from './scan.ts'

/** A database file open for reading, in its own process. All waiting happens on the engine's threads. */
export class Reader {
  readonly #opened: OpenedDatabase
  readonly #pool: Pool
  #macros: Promise<readonly Macro[]> | undefined

  constructor(opened: OpenedDatabase) {
    this.#opened = opened
    this.#pool = new Pool(() => opened.connect())
  }

  async bytes(question: ResultQuery, signal: AbortSignal): Promise<Bytes> {
    return this.#pool.use((lane) =>
      withInterrupt(lane.connection, signal, async () => {
        const prepared = await prepare(lane, question)
        bind(prepared.statement, question.params)
        const [row] = await (await prepared.statement.run()).getRows()
        const [data, rowCount] = row ?? []
        if (data === null && question.maxBytes !== undefined) throw tooLarge(question.maxBytes)
        if (!(data instanceof DuckDBBlobValue)) throw new Error('DuckDB gave no bytes')
        // The bytes are in memory of the engine's result; the copy outlives it.
        return { data: data.bytes.slice(), columns: prepared.columns, rowCount: Number(rowCount) }
      }),
    )
  }

  /** Runs a statement on a separate connection; `scan` delivers its rows in chunks. */
  async scan(scan: Scan, question: ScanQuery, signal: AbortSignal): Promise<null> {
    const types = await this.#pool.use((lane) => columnTypes(lane, question))
    await scan.run(this.#opened, question, types, signal)
    return null
  }

  async inspect(text: string, signal: AbortSignal): Promise<Inspection> {
    return inspectTree(await this.serialized(text, signal))
  }

  narrow(text: string, conditions: readonly TableCondition[], signal: AbortSignal): Promise<string | undefined> {
    const grammar = grammarOf((each) => this.serialized(each, signal))
    return restrictTables(text, conditions, grammar)
  }

  /** They do not change while the file is open. */
  macros(): Promise<readonly Macro[]> {
    const macros = (this.#macros ??= macrosOf((text, values) => this.rows(text, values)))
    macros.catch(() => {
      this.#macros = undefined
    })
    return macros
  }

  async schemas(): Promise<readonly string[]> {
    const rows = await this.rows(
      'SELECT schema_name AS name FROM information_schema.schemata WHERE catalog_name = $1 ' +
        "ORDER BY schema_name <> 'main', 1",
      [CATALOG],
    )
    return rows.map((row) => String(row.name))
  }

  async tables(schema: string, signal?: AbortSignal): Promise<readonly TableName[]> {
    const rows = await this.rows(
      'SELECT table_name AS name, table_type AS kind FROM information_schema.tables ' +
        'WHERE table_catalog = $1 AND table_schema = $2 ORDER BY 1',
      [CATALOG, schema],
      signal,
    )
    return rows.map((row) => ({ name: String(row.name), kind: row.kind === 'VIEW' ? 'view' : 'table' }))
  }

  async columns(schema: string, table: string, signal: AbortSignal): Promise<readonly TableColumn[]> {
    const rows = await this.rows(
      'SELECT column_name AS name, data_type AS type, is_nullable AS nullable FROM information_schema.columns ' +
        'WHERE table_catalog = $1 AND table_schema = $2 AND table_name = $3 ORDER BY ordinal_position',
      [CATALOG, schema, table],
      signal,
    )
    return rows.map((row) => ({
      name: String(row.name),
      ...typeInfo(String(row.type)),
      nullable: row.nullable === 'YES',
    }))
  }

  tableMetadata(schema: string, table: string, signal: AbortSignal): Promise<TableMetadata | undefined> {
    return tableMetadataOf((text, values) => this.rows(text, values, signal), schema, table)
  }

  async shape({ text, params }: Statement, signal: AbortSignal): Promise<readonly TableColumn[]> {
    const rows = await this.rows(`DESCRIBE ${text}`, params.map(toDuckDBValue) as unknown[], signal)
    return rows.map((row) => ({
      name: String(row.column_name),
      ...typeInfo(String(row.column_type)),
      nullable: true,
    }))
  }

  async plan({ text, params }: Statement, signal: AbortSignal): Promise<string> {
    const [row] = await this.rows(`EXPLAIN (FORMAT json) ${text}`, params.map(toDuckDBValue), signal)
    return String(row?.explain_value)
  }

  close(): void {
    this.#pool.close()
    this.#opened.close()
  }

  /** Returns the syntax tree of a text as JSON. */
  protected async serialized(text: string, signal: AbortSignal): Promise<string> {
    const select = 'SELECT CAST(json_serialize_sql(CAST($1 AS VARCHAR)) AS VARCHAR) AS tree'
    const [row] = await this.rows(select, [text], signal)
    return String(row?.tree)
  }

  /** Runs a statement of Facet itself. */
  protected async rows(
    text: string,
    values: readonly unknown[],
    signal = new AbortController().signal,
  ): Promise<Record<string, unknown>[]> {
    return this.#pool.use(({ connection }) =>
      withInterrupt(connection, signal, async () => {
        const result = await connection.run(text, values as Parameters<typeof connection.run>[1])
        return await result.getRowObjectsJson()
      }),
    )
  }
}

async function prepare(lane: PooledConnection, question: ResultQuery): Promise<PreparedQuery> {
  const { text: inner, layout, maxRows, maxBytes, labels, allDigits = false } = question
  const key = createHash('sha256')
    .update(JSON.stringify([layout, maxRows, maxBytes, allDigits, labels, inner]))
    .digest('base64')
  const existing = lane.prepared.get(key)
  if (existing) return existing
  const types = await columnTypes(lane, question)
  if (types.length < labels.length) throw new ApiError('columns-lost')
  const cells = types.map((type) => cellOf(type, allDigits))
  const wanted = cells.slice(0, labels.length)
  const names = (of: readonly unknown[]): string => of.map((_, index) => `c${index}`).join(', ')
  const selected =
    wanted.length === cells.length ? inner : `SELECT ${names(wanted)} FROM (${inner}\n) AS all_columns(${names(cells)})`
  const text = resultSql({ inner: selected, cells: wanted, labels, maxRows, maxBytes }, layout)
  const prepared = {
    statement: await lane.connection.prepare(text),
    columns: wanted.map((cell, index) => resultColumn(labels[index] ?? '', cell)),
  }
  lane.prepared.set(key, prepared)
  return prepared
}

/**
 * Returns the column types without running the statement: from the prepared statement, or by DESCRIBE if a value
 * determines them.
 */
async function columnTypes(lane: PooledConnection, { text, params }: Statement): Promise<string[]> {
  const statement = await lane.connection.prepare(text)
  try {
    return Array.from({ length: statement.columnCount }, (_, index) => String(statement.columnType(index)))
  } catch {
    const described = await lane.connection.run(`DESCRIBE ${text}`, params.map(toDuckDBValue), typesOf(params))
    return (await described.getRowObjectsJson()).map((row) => row.column_type as string)
  } finally {
    statement.destroySync()
  }
}
