import { ApiError } from '#core/rest/api-error.ts'
import type { Table } from '#core/table/table.ts'
import type { FieldDef } from 'pg'
import { timestampSqlText } from '../ansi.ts'
import type {
  Bytes,
  Connection,
  Dialect,
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
import { collectRows, type RowTarget, scanRows } from '../shared/read-rows.ts'
import { bytesCollector, TableCollector } from '../shared/results.ts'
import { parseTextPlan } from '../shared/text-plan.ts'
import type { Param, Sql } from '../sql.ts'
import { MAX_RESULT_BYTES } from '../result-too-large.ts'
import { cellOf } from './cells.ts'
import {
  compatibleColumns,
  compatibleForeignCalls,
  compatibleMetadata,
  compatibleSchemas,
  compatibleTables,
  describedColumns,
  findCompatibleTables,
} from './compatible-catalogue.ts'
import { typeOf } from './decimals.ts'
import type { Row } from './message-exchange.ts'
import { inspectText, trees } from './inspect.ts'
import { readList } from './array-text.ts'
import type { Cancellation, Connections, ConnectionQuery } from './pool.ts'
import { settingFor } from './session.ts'

/** A server with the protocol of PostgreSQL that has only a part of its functions. */
export interface CompatibleServer {
  readonly dialect: Dialect
  readonly cancellation: Cancellation
  /** Settings of a transaction that it does not have. */
  readonly absentSettings: readonly string[]
  /** Returns the offset of what the grammar of PostgreSQL and the server may read differently; -1 if there is none. */
  ambiguityIn(text: string): number
}

/**
 * A database of such a server. Each query is a read-only transaction and runs unchanged: these servers do not retain
 * the order of a subquery.
 */
export class CompatibleDatabase implements Connection {
  readonly #connections: Connections
  readonly #server: CompatibleServer
  readonly #setting: string

  readonly grammar: Grammar = {
    inspect: (text) => this.#inspect(text),
    narrow: (text, conditions) => restrictTables(text, conditions, trees),
    homes: async (schema) => (schema === null ? this.#path() : [this.#server.dialect.fold(schema)]),
    foreign: (calls) => compatibleForeignCalls(this.#connections, calls),
  }

  constructor(connections: Connections, schema: string, server: CompatibleServer) {
    this.#connections = connections
    this.#server = server
    if (server.ambiguityIn(schema) >= 0) throw new ApiError('connection-payload', { args: ['schema'] })
    this.#setting = settingFor({ schema, id: server.cancellation.id, absent: server.absentSettings })
  }

  table(sql: Sql, run: Run): Promise<Table> {
    return collectRows(new TableCollector(run.labels), (to) => this.#read(sql, run, to))
  }

  bytes(sql: Sql, layout: ResultLayout, run: Run): Promise<Bytes> {
    return collectRows(bytesCollector(layout, run.labels), (to) => this.#read(sql, run, to))
  }

  scan(sql: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void> {
    return scanRows<string>(run, take, (limited, to) => this.#read(sql, limited, to))
  }

  async schemas(): Promise<readonly string[]> {
    const { dialect } = this.#server
    const [found, [own]] = await Promise.all([compatibleSchemas(this.#connections), this.#path()])
    const all = found.filter((schema) => !dialect.isCatalogue({ schema: dialect.fold(schema), name: '' }))
    return own !== undefined && all.includes(own) ? [own, ...all.filter((name) => name !== own)] : all
  }

  tables(schema: string): Promise<readonly TableName[]> {
    return compatibleTables(this.#connections, schema)
  }

  findTables(schema: string, search: TableSearch): Promise<TablePage> {
    return findCompatibleTables(this.#connections, schema, search)
  }

  columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    return compatibleColumns(this.#connections, schema, table)
  }

  tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined> {
    return compatibleMetadata(this.#connections, schema, table)
  }

  async shape(sql: Sql): Promise<readonly TableColumn[]> {
    let fields: readonly FieldDef[] = []
    await this.#ask(sql, {
      text: sql.text,
      describeOnly: true,
      onFields: (given) => void (fields = given),
      onRow: () => {},
    })
    return describedColumns(this.#connections, fields)
  }

  async plan(sql: Sql, signal: AbortSignal): Promise<PlanStep> {
    const lines: string[] = []
    const onRow = ([line]: Row): void => void lines.push(...(line ?? '').split('\n'))
    await this.#ask(sql, { text: `EXPLAIN ${sql.text}`, signal, onFields: () => {}, onRow })
    return parseTextPlan(lines)
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  /** A table of another database or catalog is refused, also if its name has only two parts. */
  async #inspect(text: string): Promise<Inspection> {
    const position = this.#server.ambiguityIn(text)
    if (position >= 0)
      return { ok: false, reason: 'syntax', message: 'Texts with a backslash are not allowed', position }
    const read = await inspectText(text, ({ parts }) => parts > 2)
    if (!read.ok || read.tables.every(({ schema }) => schema === null)) return read
    const { dialect } = this.#server
    const known = new Set((await compatibleSchemas(this.#connections)).map((name) => dialect.fold(name)))
    const others = read.tables.filter(({ schema }) => schema !== null && !known.has(dialect.fold(schema)))
    return {
      ...read,
      unsupportedElements: [...read.unsupportedElements, ...others.map(({ schema, name }) => `${schema}.${name}`)],
    }
  }

  /** Returns the schemas in which tables without a schema are searched, in order. */
  async #path(): Promise<readonly string[]> {
    let list = '{}'
    await this.#connections.ask({
      setting: this.#setting,
      text: 'SELECT current_schemas(false)',
      values: [],
      onFields: () => {},
      onRow: ([found]) => void (list = found ?? list),
    })
    return readList(list, (name) => name).filter((name) => typeof name === 'string')
  }

  /** Reads at most `run.maxRows` rows, and then cancels the statement. */
  async #read(sql: Sql, run: Run, to: RowTarget<string>): Promise<void> {
    const { labels, maxRows, maxBytes = MAX_RESULT_BYTES, allDigits = false, signal } = run
    const full = new AbortController()
    let rowCount = 0
    const onFields = (fields: readonly FieldDef[]): void => {
      if (fields.length < labels.length) throw new ApiError('columns-lost', { sql: sql.shown })
      to.begin(labels.map((_, index) => cellOf(typeOf(fields[index] as FieldDef), allDigits)))
    }
    const onRow = (row: Row): Promise<void> | void => {
      if (rowCount++ < maxRows) return to.row(row)
      full.abort()
    }
    try {
      await this.#ask(sql, {
        text: sql.text,
        signal: AbortSignal.any([signal, full.signal]),
        most: { maxBytes, columns: labels.length },
        onFields,
        onRow,
      })
    } catch (error) {
      signal.throwIfAborted()
      if (!full.signal.aborted) throw error
    }
  }

  #ask(sql: Sql, work: Omit<ConnectionQuery, 'setting' | 'values'>): Promise<void> {
    return this.#connections.ask({ ...work, setting: this.#setting, values: sql.params.map(textOfParam) })
  }
}

/** Returns a value as text; the statement has its type. */
function textOfParam(param: Param): string | null {
  if (param === null) return null
  return typeof param === 'object' ? timestampSqlText(param) : String(param)
}
