import type { Connection as DriverConnection } from 'mysql2'
import { ApiError } from '#core/rest/api-error.ts'
import { genericOf } from '#core/table/logical-type.ts'
import type { Table } from '#core/table/table.ts'
import { timestampSqlText } from '../ansi.ts'
import type {
  Bytes,
  Call,
  Connection,
  ForeignCall,
  Grammar,
  Inspection,
  ResultLayout,
  Run,
  TableColumn,
  TableMetadata,
  TableName,
  TablePage,
  TableSearch,
} from '../engine.ts'
import { restrictTables } from '../restrict-tables.ts'
import type { PlanStep } from '../query-plan.ts'
import { inspectTree, type TreeGrammar, treesOf } from '../shared/inspect-tree.ts'
import { collectRows, type RowTarget, scanRows } from '../shared/read-rows.ts'
import { bytesCollector, TableCollector } from '../shared/results.ts'
import type { Param, Sql } from '../sql.ts'
import { MAX_RESULT_BYTES, tooLarge } from '../result-too-large.ts'
import { columnsOf, schemasOf, tableMetadataOf, tablesOf, findTablesOf } from './catalogue.ts'
import { fieldFormat, fieldTypeOf, typeNameOf } from './cells.ts'
import { dialect } from './dialect.ts'
import type { MysqlField, MysqlValue } from './driver.ts'
import { type MysqlServer, mysqlServer } from './server.ts'
import type { MysqlPools, MysqlSessions } from './sessions.ts'

/** Common table expressions are compared as written: a name that differs in case may be a table. */
const treeGrammar: TreeGrammar = {
  dialect: 'mysql',
  fold: (name) => dialect.fold(name),
  foldScope: (name) => name,
  quote: (name) => dialect.quote(name),
}
const trees = treesOf(treeGrammar)

type MysqlRow = readonly (MysqlValue | null)[]

/** The handlers of a result. `onRow` returns a promise if further rows should wait for it. */
interface ResultHandlers {
  readonly onFields: (fields: readonly MysqlField[]) => void
  readonly onRow: (row: MysqlRow) => Promise<void> | undefined
}

/** A database of a MySQL or MariaDB server. Sessions are read-only. */
export class MysqlDatabase implements Connection {
  readonly #queries: MysqlSessions
  readonly #catalogue: MysqlSessions
  readonly #database: string
  readonly #server: MysqlServer
  /** True if the server knows time zones by name; undefined before the first query that needs them. */
  #hasZones: boolean | undefined

  readonly grammar: Grammar = {
    inspect: (text) => this.#inspect(text),
    narrow: (text, conditions) => restrictTables(text, conditions, trees),
    homes: (schema) => Promise.resolve([dialect.fold(schema ?? this.#database)]),
    foreign: (calls) => this.#foreign(calls),
  }

  constructor({ queries, catalogue }: MysqlPools, database: string, server = mysqlServer) {
    this.#server = server
    this.#queries = queries
    this.#catalogue = catalogue
    this.#database = database
  }

  table(sql: Sql, run: Run): Promise<Table> {
    return collectRows(new TableCollector<MysqlValue>(run.labels), (to) => this.#read(sql, run, to))
  }

  bytes(sql: Sql, layout: ResultLayout, run: Run): Promise<Bytes> {
    return collectRows(bytesCollector<MysqlValue>(layout, run.labels), (to) => this.#read(sql, run, to))
  }

  scan(sql: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void> {
    return scanRows<MysqlValue>(run, take, (limited, to) => this.#read(sql, limited, to))
  }

  schemas(): Promise<readonly string[]> {
    return schemasOf(this.#catalogue, this.#server.systemSchemas)
  }

  async tables(schema: string): Promise<readonly TableName[]> {
    this.#requireOwn(schema)
    return tablesOf(this.#catalogue, schema)
  }

  async findTables(schema: string, search: TableSearch): Promise<TablePage> {
    this.#requireOwn(schema)
    return findTablesOf(this.#catalogue, schema, search)
  }

  async columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    this.#requireOwn(schema)
    return columnsOf(this.#catalogue, schema, table)
  }

  async tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined> {
    this.#requireOwn(schema)
    return tableMetadataOf(this.#catalogue, schema, table)
  }

  async shape(sql: Sql): Promise<readonly TableColumn[]> {
    const fields = await this.#catalogue.run(new AbortController().signal, (connection) =>
      this.#server.describesPrepared ? prepare(connection, sql.text) : describe(connection, sql),
    )
    return fields.map((field) => {
      const logical = fieldTypeOf(field)
      return { name: field.name, type: typeNameOf(field), logical, generic: genericOf(logical), nullable: true }
    })
  }

  #inspect(text: string): Promise<Inspection> {
    const position = this.#server.hasSettingHints ? text.indexOf('/*+') : -1
    if (position < 0) return inspectTree(text, treeGrammar)
    return Promise.resolve({ ok: false, reason: 'syntax', message: 'Hints are not allowed', position })
  }

  async plan(sql: Sql, signal: AbortSignal): Promise<PlanStep> {
    let plan = ''
    const onRow = ([text]: MysqlRow): undefined => {
      plan += `${String(text ?? '')}\n`
    }
    await this.#queries.run(signal, (connection) =>
      execute(connection, `${this.#server.explainWords} ${sql.text}`, sql.params, { onFields: () => {}, onRow }),
    )
    return this.#server.parsePlan(plan)
  }

  async close(): Promise<void> {
    this.#queries.close()
    this.#catalogue.close()
    await Promise.resolve()
  }

  async #read(sql: Sql, run: Run, to: RowTarget<MysqlValue>): Promise<void> {
    if (sql.text.includes('CONVERT_TZ(')) await this.#requireZones()
    const { labels, maxRows, maxBytes = MAX_RESULT_BYTES, allDigits, signal } = run
    await this.#queries.run(signal, async (connection, stop) => {
      let rowCount = 0
      let byteCount = 0
      const limits = new Promise<void>((resolve, reject) => {
        const onFields = (fields: readonly MysqlField[]): void => {
          if (fields.length < labels.length) throw new ApiError('columns-lost', { sql: sql.shown })
          to.begin(labels.map((_, index) => fieldFormat(fields[index] as MysqlField, allDigits)))
        }
        const onRow = (row: MysqlRow): Promise<void> | undefined => {
          if (rowCount >= maxRows) return undefined
          rowCount++
          byteCount += bytesIn(row)
          if (byteCount > maxBytes) {
            stop()
            throw tooLarge(maxBytes)
          }
          const waiting = to.row(row)
          if (to.isChunked) byteCount = 0
          if (rowCount === maxRows) {
            stop()
            resolve()
          }
          return waiting
        }
        execute(connection, sql.text, sql.params, { onFields, onRow }).then(resolve, reject)
      })
      await limits
    })
  }

  /** Throws `sql-refused` for a schema of the server itself, whose metadata users may not read. */
  #requireOwn(schema: string): void {
    const own = this.#server.dialect
    if (own.isCatalogue({ schema: own.fold(schema), name: '' })) throw new ApiError('sql-refused', { args: [schema] })
  }

  /** Returns the calls that may be of a stored function of the default schema. */
  async #foreign(calls: readonly Call[]): Promise<readonly ForeignCall[]> {
    const called = calls.filter(({ kind, schema }) => kind === 'function' && schema === null)
    if (called.length === 0) return []
    const rows = await this.#catalogue.look(
      `SELECT LOWER(ROUTINE_NAME) AS name FROM information_schema.ROUTINES
       WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_TYPE = 'FUNCTION'`,
    )
    const stored = new Set(rows.map(({ name }) => String(name)))
    return called
      .filter(({ name }) => stored.has(name))
      .map((call) => ({ ...call, home: this.#database, harmless: false }))
  }

  async #requireZones(): Promise<void> {
    if (this.#hasZones === undefined) {
      const [row] = await this.#catalogue.look(
        "SELECT CONVERT_TZ('2024-01-01 00:00:00', '+00:00', 'Europe/Berlin') IS NOT NULL AS known",
      )
      this.#hasZones = Number(row?.['known']) === 1
    }
    if (!this.#hasZones) throw new ApiError('zones-missing')
  }
}

/** Counts numbers as their digits. */
function bytesIn(row: MysqlRow): number {
  let bytes = 0
  for (const value of row) bytes += value === null ? 0 : typeof value === 'number' ? String(value).length : value.length
  return bytes
}

/** Runs a statement with bound values. Rejects with the error of a handler, the server or the connection. */
function execute(
  connection: DriverConnection,
  sql: string,
  params: readonly Param[],
  { onFields, onRow }: ResultHandlers,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const end = (settle: () => void): void => {
      if (isOver) return
      isOver = true
      connection.removeListener('error', failed)
      settle()
    }
    const failed = (error: Error): void => end(() => reject(error))
    const guarded = (work: () => void): void => {
      try {
        if (!isOver) work()
      } catch (error) {
        end(() => reject(error))
      }
    }
    connection.once('error', failed)
    const command = connection.execute({ sql, values: params.map(valueOf), rowsAsArray: true })
    command.on('error', failed)
    command.on('fields', (fields: unknown) => guarded(() => onFields(fields as readonly MysqlField[])))
    command.on('result', (row: unknown) =>
      guarded(() => {
        const waiting = onRow(row as MysqlRow)
        if (!waiting) return
        connection.pause()
        void waiting.finally(() => connection.resume())
      }),
    )
    command.on('end', () => end(resolve))
  })
}

/** Returns the columns of a statement without running it. */
function prepare(connection: DriverConnection, sql: string): Promise<readonly MysqlField[]> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error, statement) => {
      if (error) return reject(error)
      const { columns } = statement as unknown as { readonly columns: readonly MysqlField[] }
      statement.close()
      resolve(columns)
    })
  })
}

/** Returns the columns of a statement by reading none of its rows. */
async function describe(connection: DriverConnection, { text, params }: Sql): Promise<readonly MysqlField[]> {
  let fields: readonly MysqlField[] = []
  await execute(connection, `SELECT * FROM (${text}\n) AS described LIMIT 0`, params, {
    onFields: (given) => void (fields = given),
    onRow: () => undefined,
  })
  return fields
}

function valueOf(param: Param): string | number | boolean | null {
  return param !== null && typeof param === 'object' ? timestampSqlText(param) : param
}
