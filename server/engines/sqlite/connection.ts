import { ApiError } from '#core/rest/api-error.ts'
import type { Table, Value } from '#core/table/table.ts'
import { currentDeadline } from '../query-deadline.ts'
import type {
  Bytes,
  Connection,
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
import type { Sql } from '../sql.ts'
import { MAX_RESULT_BYTES } from '../result-too-large.ts'
import type { SqliteCalls, SqliteQuery, SqliteResult } from './calls.ts'
import { dialect } from './dialect.ts'
import type { SqlitePools } from './processes.ts'

/** The only schema of a file. */
const SCHEMA = 'main'
/** Timeout in milliseconds for calls that read few data. */
const METADATA_TIMEOUT_MS = 20_000

const treeGrammar: TreeGrammar = {
  dialect: 'sqlite',
  fold: (name) => dialect.fold(name),
  foldScope: (name) => dialect.fold(name),
  quote: (name) => dialect.quote(name),
}
const trees = treesOf(treeGrammar)

/** A database file, read by processes. `locate` returns its path, which it checks anew for each use. */
export class SqliteFile implements Connection {
  readonly #pools: SqlitePools
  readonly #locate: () => string
  readonly #files = new Set<string>()

  constructor(pools: SqlitePools, locate: () => string) {
    this.#pools = pools
    this.#locate = () => {
      const file = locate()
      this.#files.add(file)
      return file
    }
  }

  readonly grammar: Grammar = {
    inspect: (text) => this.#inspect(text),
    narrow: (text, conditions) => restrictTables(text, conditions, trees),
    homes: (schema) => Promise.resolve([dialect.fold(schema ?? SCHEMA)]),
    foreign: () => Promise.resolve([]),
  }

  /** Tests that the file can be read. */
  async open(): Promise<void> {
    await this.#look('open', null)
  }

  async table(sql: Sql, run: Run): Promise<Table> {
    const { data, columns, rowCount } = await this.bytes(sql, 'columns', run)
    return tableOf({ columns, rowCount }, data)
  }

  async bytes({ text, params, shown }: Sql, layout: ResultLayout, run: Run): Promise<Bytes> {
    const query = { ...queryOf(text, params, run), layout }
    const { value, data } = await this.#pools.queries
      .run(this.#locate(), run.signal, (call) => call('bytes', query))
      .catch(withStatement(shown))
    return { data: data ?? new Uint8Array(), ...value }
  }

  async scan({ text, params, shown }: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void> {
    await this.#pools.queries
      .run(this.#locate(), run.signal, async (call) => {
        await call('scan', queryOf(text, params, run))
        for (let isLast = false; !isLast; ) {
          const { value, data } = await call('scanNext', null)
          ;({ isLast } = value)
          await take(tableOf(value, data))
        }
      })
      .catch(withStatement(shown))
  }

  schemas(): Promise<readonly string[]> {
    return Promise.resolve([SCHEMA])
  }

  async tables(schema: string): Promise<readonly TableName[]> {
    return isOwn(schema) ? this.#look('tables', null) : []
  }

  async findTables(schema: string, search: TableSearch): Promise<TablePage> {
    return isOwn(schema) ? this.#look('findTables', search) : { count: 0, tables: [] }
  }

  async columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    return isOwn(schema) ? this.#look('columns', table) : []
  }

  async tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined> {
    return isOwn(schema) ? this.#look('tableMetadata', table) : undefined
  }

  /** Reads rows of the statement, so that it takes a process for queries. */
  async shape({ text, params }: Sql): Promise<readonly TableColumn[]> {
    const limit = AbortSignal.timeout(METADATA_TIMEOUT_MS)
    const signal = currentDeadline() ?? limit
    try {
      const { value } = await this.#pools.queries.run(this.#locate(), signal, (call) => call('shape', { text, params }))
      return value
    } catch (error) {
      if (signal === limit && limit.aborted) throw new ApiError('query-timeout', { args: [METADATA_TIMEOUT_MS / 1000] })
      throw error
    }
  }

  async plan({ text, params }: Sql, signal: AbortSignal): Promise<PlanStep> {
    const { value } = await this.#pools.queries.run(this.#locate(), signal, (call) => call('plan', { text, params }))
    return value
  }

  async close(): Promise<void> {
    for (const file of this.#files) for (const pool of [this.#pools.queries, this.#pools.catalogue]) pool.leave(file)
    await Promise.resolve()
  }

  /** The parser names the tables, and the engine must find no others. */
  async #inspect(text: string): Promise<Inspection> {
    const found = await inspectTree(text, treeGrammar)
    if (!found.ok || found.statements !== 1) return found
    // SQLite 3.53.0 returns wrong rows for an EXISTS within another one.
    if ((text.match(/\bexists\b/gi) ?? []).length > 1)
      return { ok: false, reason: 'syntax', message: 'More than one EXISTS is not supported: use IN' }
    const other = await this.#look('otherTable', { text, tables: found.tables.map(({ name }) => name) })
    if (other === null) return found
    return { ok: false, reason: 'syntax', message: `The table ${other} is read in a way that is not supported` }
  }

  async #look<K extends keyof SqliteCalls>(method: K, args: SqliteCalls[K][0]): Promise<SqliteCalls[K][1]> {
    const limit = AbortSignal.timeout(METADATA_TIMEOUT_MS)
    const deadline = currentDeadline()
    const signal = deadline ? AbortSignal.any([limit, deadline]) : limit
    try {
      const { value } = await this.#pools.catalogue.run(this.#locate(), signal, (call) => call(method, args))
      return value
    } catch (error) {
      if (limit.aborted) throw new ApiError('query-timeout', { args: [METADATA_TIMEOUT_MS / 1000] })
      throw error
    }
  }
}

const isOwn = (schema: string): boolean => dialect.fold(schema) === SCHEMA

function queryOf(
  text: string,
  params: Sql['params'],
  { labels, maxRows, maxBytes = MAX_RESULT_BYTES }: Run,
): SqliteQuery {
  return { text, params, labels, maxRows, maxBytes }
}

function tableOf({ columns, rowCount }: SqliteResult, data: Uint8Array | undefined): Table {
  const cells = JSON.parse(new TextDecoder().decode(data)) as Value[][]
  return { columns: columns.map((column, index) => ({ ...column, values: cells[index] ?? [] })), rowCount }
}

function withStatement(shown: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && error.code === 'columns-lost') throw new ApiError(error.code, { sql: shown })
    throw error
  }
}
