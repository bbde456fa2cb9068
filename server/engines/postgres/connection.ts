import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { ApiError } from '#core/rest/api-error.ts'
import { genericOf } from '#core/table/logical-type.ts'
import type { Table } from '#core/table/table.ts'
import type { FieldDef } from 'pg'
import { timestampSqlText } from '../ansi.ts'
import type { Param, Sql } from '#server/engines/sql.ts'
import type {
  Bytes,
  Connection,
  Grammar,
  ResultLayout,
  ResultColumn,
  Run,
  TableColumn,
  TableCreation,
  TableMetadata,
  TableName,
  WriteKind,
  TablePage,
  TableSearch,
} from '../engine.ts'
import { restrictTables } from '../restrict-tables.ts'
import { resultColumn } from '../result-column.ts'
import { MAX_RESULT_BYTES, tooLarge } from '../result-too-large.ts'
import { resultSql, canBuild, rowsSql } from './result-sql.ts'
import { scanRows } from '../shared/read-rows.ts'
import { bytesCollector, type ResultCollector, TableCollector } from '../shared/results.ts'
import {
  columnsOf,
  logicalTypes,
  schemasOf,
  tablesOf,
  typeNames,
  explainMissingTable,
  findTablesOf,
} from './catalogue.ts'
import { type Cell, cellOf } from './cells.ts'
import { typeOf } from './decimals.ts'
import { dialect } from './dialect.ts'
import { settingFor } from './session.ts'
import { tableMetadataOf } from './table-metadata.ts'
import { ForeignCalls } from './foreign-calls.ts'
import { inspectText, trees } from './inspect.ts'
import { inspectWrite } from './inspect-write.ts'
import type { Row } from './message-exchange.ts'
import type { Connections, ConnectionQuery } from './pool.ts'
import type { PlanStep } from '../query-plan.ts'
import { parsePlan } from './query-plan.ts'

/** Number of statements whose column types are cached, and of all their columns. */
const MAX_CACHED_STATEMENTS = 1000
const MAX_CACHED_TYPES = 100_000

/** SQLSTATE codes for existing names: of a table or view, and of its row type. */
const DUPLICATE_TABLE = '42P07'
const DUPLICATE_OBJECT = '42710'

/** Tags of statements that count rows; `SELECT 5` is that of CREATE TABLE AS. */
const COUNTED = /^(?:INSERT 0|UPDATE|DELETE|MERGE|SELECT) (\d+)$/

/** The column types of a statement have changed. */
class OtherTypes extends Error {}

/**
 * A database of a PostgreSQL server. Every query is a separate transaction, read-only except in `create` and `write`.
 */
export class PostgresDatabase implements Connection {
  readonly #connections: Connections
  readonly #setting: string
  readonly #types = new LRUCache<string, readonly number[]>({
    max: MAX_CACHED_STATEMENTS,
    maxSize: MAX_CACHED_TYPES,
    sizeCalculation: (types) => types.length + 1,
  })
  readonly #foreign: ForeignCalls

  readonly grammar: Grammar = {
    inspect: (text) => inspectText(text),
    inspectWrite,
    narrow: (text, conditions) => restrictTables(text, conditions, trees),
    homes: (schema) => this.#homes(schema),
    foreign: (calls) => this.#foreign.of(calls),
  }

  constructor(connections: Connections, schema: string) {
    this.#connections = connections
    this.#setting = settingFor({ schema })
    this.#foreign = new ForeignCalls(
      (text, values) => connections.look(text, values),
      () => this.#path(true),
    )
  }

  table(sql: Sql, run: Run): Promise<Table> {
    return this.#withTypes(sql, run, async (types) => {
      if (!canBuild({ types, labels: run.labels }, 'columns'))
        return this.#read(sql, types, run, new TableCollector(run.labels))
      const { texts, rowCount } = await this.#built(sql, types, 'columns', run)
      const columns = columnsOfTypes(types, run.labels)
      return {
        columns: columns.map((each, index) => ({ ...each, values: JSON.parse(texts[index] ?? '[]') })),
        rowCount,
      }
    })
  }

  bytes(sql: Sql, layout: ResultLayout, run: Run): Promise<Bytes> {
    return this.#withTypes(sql, run, async (types) => {
      if (!canBuild({ types, labels: run.labels }, layout)) {
        return this.#read(sql, types, run, bytesCollector(layout, run.labels))
      }
      const { texts, rowCount } = await this.#built(sql, types, layout, run)
      const data = Buffer.from(layout === 'rows' ? (texts[0] ?? '[]') : `[${texts.join(',')}]`)
      return { data, columns: columnsOfTypes(types, run.labels), rowCount }
    })
  }

  scan(sql: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void> {
    return scanRows<string>(run, take, (limited, to) =>
      this.#withTypes(sql, limited, async (types) => {
        const { requested, work } = this.#work(sql, types, limited)
        to.begin(formatsOf(types, limited))
        const onRow = (row: Row) => {
          if (row.at(-1) !== 't') throw tooLarge(requested.maxBytes)
          return to.row(row)
        }
        await this.#ask(sql, { ...work, text: rowsSql(requested), onRow })
      }),
    )
  }

  async #homes(schema: string | null): Promise<readonly string[]> {
    return schema === null ? this.#path(false) : [dialect.fold(schema)]
  }

  /** Returns the schemas in which names are searched, in order. */
  async #path(implicit: boolean): Promise<readonly string[]> {
    const found: string[] = []
    await this.#connections.ask({
      setting: this.#setting,
      text: `SELECT unnest(current_schemas(${implicit}))::text`,
      values: [],
      onFields: () => {},
      onRow: ([name]) => void found.push(String(name)),
    })
    return found
  }

  async schemas(): Promise<readonly string[]> {
    const [all, [own]] = await Promise.all([schemasOf(this.#connections), this.#path(false)])
    return own !== undefined && all.includes(own) ? [own, ...all.filter((name) => name !== own)] : all
  }

  tables(schema: string): Promise<readonly TableName[]> {
    return tablesOf(this.#connections, schema)
  }

  findTables(schema: string, search: TableSearch): Promise<TablePage> {
    return findTablesOf(this.#connections, schema, search)
  }

  columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    return columnsOf(this.#connections, schema, table)
  }

  tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined> {
    return tableMetadataOf(this.#connections, schema, table)
  }

  async shape(sql: Sql): Promise<readonly TableColumn[]> {
    const fields = await this.#describe(sql)
    const ids = fields.map(({ dataTypeID }) => dataTypeID)
    const [names, types] = await Promise.all([
      typeNames(this.#connections, fields),
      logicalTypes(this.#connections, ids),
    ])
    return fields.map((field, index) => ({
      name: field.name,
      type: names[index] ?? '',
      logical: types[index] ?? 'other',
      generic: genericOf(types[index] ?? 'other'),
      nullable: true,
    }))
  }

  async plan(sql: Sql, signal: AbortSignal): Promise<PlanStep> {
    let plan = ''
    const onRow = ([text]: Row): void => {
      plan += text ?? ''
    }
    await this.#ask(sql, { text: `EXPLAIN (FORMAT JSON) ${sql.text}`, signal, onFields: () => {}, onRow })
    return parsePlan(plan)
  }

  async create({ method, schema, name }: TableCreation, select: Sql, signal: AbortSignal): Promise<void> {
    const target = `${dialect.quote(schema)}.${dialect.quote(name)}`
    const text = `CREATE ${method} ${target} AS ${select.text}`
    try {
      await this.#ask(select, { text, writes: true, signal, onFields: () => {}, onRow: () => {} })
    } catch (error) {
      const { code } = error as { readonly code?: unknown }
      if (code === DUPLICATE_TABLE || code === DUPLICATE_OBJECT)
        throw new ApiError('ctas-exists', { args: [name], cause: error })
      throw error
    }
  }

  async write(statement: Sql, _kind: WriteKind, signal: AbortSignal): Promise<number | null> {
    let tag = ''
    const onTag = (given: string): void => {
      tag = given
    }
    await this.#ask(statement, {
      text: statement.text,
      writes: true,
      signal,
      onFields: () => {},
      onRow: () => {},
      onTag,
    })
    const [, rows] = COUNTED.exec(tag) ?? []
    return rows === undefined ? null : Number(rows)
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  async #describe(sql: Sql, signal?: AbortSignal): Promise<readonly FieldDef[]> {
    let fields: readonly FieldDef[] = []
    const onFields = (given: readonly FieldDef[]): void => {
      fields = given
    }
    const ask = { text: sql.text, describeOnly: true, onFields, onRow: () => {} }
    await this.#ask(sql, signal ? { ...ask, signal } : ask)
    return fields
  }

  /**
   * Runs work with the column types of a statement. Cached types are verified in the same round trip; if a table has
   * changed, they are queried again.
   */
  async #withTypes<T>(sql: Sql, run: Run, work: (types: readonly number[]) => Promise<T>): Promise<T> {
    const key = createHash('sha256').update(sql.text).digest('base64')
    const cached = this.#types.get(key)
    if (cached && cached.length >= run.labels.length) {
      try {
        return await work(cached)
      } catch (failed) {
        this.#types.delete(key)
        if (!(failed instanceof OtherTypes)) throw failed
      }
    }
    const types = (await this.#describe(sql, run.signal)).map(typeOf)
    if (types.length < run.labels.length) throw new ApiError('columns-lost', { sql: sql.shown })
    this.#types.set(key, types)
    return work(types)
  }

  /** Returns the result as built by the server: one JSON text, or one per column. */
  async #built(sql: Sql, types: readonly number[], layout: ResultLayout, run: Run): Promise<Built> {
    const { requested, work } = this.#work(sql, types, run)
    let row: Row = []
    await this.#ask(sql, { ...work, text: resultSql(requested, layout), onRow: (given) => void (row = given) })
    const [rowCount, ...texts] = row
    if (texts.includes(null)) throw tooLarge(requested.maxBytes)
    return { texts: texts.map((text) => text ?? '[]'), rowCount: Number(rowCount ?? 0) }
  }

  async #read<T>(sql: Sql, types: readonly number[], run: Run, taker: ResultCollector<string, T>): Promise<T> {
    const { requested, work } = this.#work(sql, types, run)
    taker.begin(formatsOf(types, run))
    const onRow = (row: Row): void => {
      if (row.at(-1) !== 't') throw tooLarge(requested.maxBytes)
      taker.row(row)
    }
    await this.#ask(sql, { ...work, text: rowsSql(requested), onRow })
    return taker.done()
  }

  /**
   * The common part of both output methods: the columns of the statement are described first, and must be unchanged.
   */
  #work(sql: Sql, types: readonly number[], run: Run) {
    const { labels, maxRows, maxBytes = MAX_RESULT_BYTES, allDigits = false, signal } = run
    let checked = false
    const onFields = (fields: readonly FieldDef[]): void => {
      if (checked) return
      checked = true
      if (fields.some((field, index) => typeOf(field) !== types[index])) throw new OtherTypes()
    }
    const most = { maxBytes, columns: types.length + 1 }
    return {
      requested: { text: sql.text, types, labels, maxRows, maxBytes, allDigits },
      work: { within: sql.text, signal, onFields, most },
    }
  }

  async #ask(sql: Sql, work: Omit<ConnectionQuery, 'setting' | 'values'>): Promise<void> {
    try {
      await this.#connections.ask({ ...work, setting: this.#setting, values: sql.params.map(toText) })
    } catch (error) {
      throw await explainMissingTable(error, this.#connections)
    }
  }
}

interface Built {
  readonly texts: readonly string[]
  readonly rowCount: number
}

function formatsOf(types: readonly number[], { labels, allDigits }: Run): readonly Cell[] {
  return labels.map((_, index) => cellOf(types[index] ?? 0, allDigits))
}

function columnsOfTypes(types: readonly number[], labels: readonly string[]): ResultColumn[] {
  return labels.map((name, index) => resultColumn(name, cellOf(types[index] ?? 0)))
}

/** Returns values as text; the statement contains their types, or the server infers them. */
function toText(param: Param): string | null {
  if (param === null) return null
  return typeof param === 'object' ? timestampSqlText(param) : String(param)
}
