import { ApiError } from '#core/rest/api-error.ts'
import type { Table } from '#core/table/table.ts'
import { foldAscii, textLiteral } from '../ansi.ts'
import { currentCaller, impersonatedUser } from '../engine-caller.ts'
import { currentDeadline } from '../query-deadline.ts'
import type {
  Bytes,
  Connection,
  Grammar,
  ResultLayout,
  Run,
  TableColumn,
  TableMetadata,
  TableName,
  TablePage,
  TableSearch,
} from '../engine.ts'
import { splitNames } from '../function-names.ts'
import { restrictTables } from '../restrict-tables.ts'
import type { PlanStep } from '../query-plan.ts'
import { inspectTree, type TreeGrammar, treesOf } from '../shared/inspect-tree.ts'
import { collectRows, type RowTarget, scanRows } from '../shared/read-rows.ts'
import { bytesCollector, TableCollector } from '../shared/results.ts'
import type { Sql } from '../sql.ts'
import { MAX_RESULT_BYTES, tooLarge } from '../result-too-large.ts'
import { columnsOf, type TrinoCatalogQuery, schemasOf, tableMetadataOf, tablesOf, findTablesOf } from './catalogue.ts'
import { columnOf, cellFormat } from './cells.ts'
import {
  TrinoClient,
  TrinoError,
  type TrinoAddress,
  type TrinoColumn,
  type TrinoRow,
  type TrinoValue,
} from './client.ts'
import { dialect, literalOf } from './dialect.ts'
import { callsWithoutParentheses } from './functions.ts'
import { parsePlan } from './query-plan.ts'

/** The nodes and fields of the parser for SQL that other engines do not have. */
const PARTS = splitNames(
  `Array CompoundFieldAccess Subscript Index Dot UNNEST GroupingSets Cube Rollup AtTimeZone Map`,
  `elem named root access_chain index array_exprs with_ordinality filter within_group null_treatment timestamp
   time_zone fetch quantity percent with_ties`,
)

/** Milliseconds: maximum duration of a query on metadata outside of any other limit. */
const CATALOGUE_MS = 60_000

/** The characters before a statement in the query for its columns. */
const SHAPE_CHARACTERS = 'SELECT * FROM ('.length

/** A catalog of a Trino server. Only SELECT statements that passed the guard are sent. */
export class TrinoDatabase implements Connection {
  readonly #client: TrinoClient
  readonly #catalog: string
  readonly #schema: string
  readonly grammar: Grammar

  constructor(address: TrinoAddress) {
    this.#client = new TrinoClient(address)
    this.#catalog = address.catalog
    this.#schema = address.schema
    const grammar: TreeGrammar = {
      dialect: 'generic',
      fold: (name) => dialect.fold(name),
      foldScope: foldAscii,
      quote: (name) => dialect.quote(name),
      catalog: dialect.fold(this.#catalog),
      callsWithoutParentheses,
      isRecursionDenied: true,
      more: PARTS,
    }
    const trees = treesOf(grammar)
    this.grammar = {
      inspect: (text) => inspectTree(text, grammar),
      narrow: (text, conditions) => restrictTables(text, conditions, trees),
      homes: (schema) => Promise.resolve([dialect.fold(schema ?? this.#schema)]),
      // A name without a schema is first one of the server itself, and only those are allowed.
      foreign: () => Promise.resolve([]),
    }
  }

  /** Throws `connection-database` if the catalog or the schema does not exist. */
  async test(): Promise<void> {
    const known = await this.#look('SELECT 1 FROM information_schema.schemata WHERE schema_name = ? LIMIT 1', [
      dialect.fold(this.#schema || 'information_schema'),
    ])
    if (known.length === 0) throw new ApiError('connection-database', { args: [`${this.#catalog}/${this.#schema}`] })
  }

  table(sql: Sql, run: Run): Promise<Table> {
    return collectRows(new TableCollector<TrinoValue>(run.labels), (to) => this.#read(sql, run, to))
  }

  bytes(sql: Sql, layout: ResultLayout, run: Run): Promise<Bytes> {
    return collectRows(bytesCollector<TrinoValue>(layout, run.labels), (to) => this.#read(sql, run, to))
  }

  scan(sql: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void> {
    return scanRows<TrinoValue>(run, take, (limited, to) => this.#read(sql, limited, to))
  }

  schemas(): Promise<readonly string[]> {
    return schemasOf(this.#look, dialect.fold(this.#schema))
  }

  async tables(schema: string): Promise<readonly TableName[]> {
    requireOwn(schema)
    return tablesOf(this.#look, dialect.fold(schema))
  }

  async findTables(schema: string, search: TableSearch): Promise<TablePage> {
    requireOwn(schema)
    return findTablesOf(this.#look, dialect.fold(schema), search)
  }

  async columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    requireOwn(schema)
    return columnsOf(this.#look, dialect.fold(schema), dialect.fold(table))
  }

  async tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined> {
    requireOwn(schema)
    return tableMetadataOf(this.#look, this.#catalog, [dialect.fold(schema), dialect.fold(table)])
  }

  async shape(sql: Sql): Promise<readonly TableColumn[]> {
    // The plan of such a query reads no table. The statement begins on the first line, as errors name lines.
    const text = `SELECT * FROM (${sql.text}\n) LIMIT 0`
    const columns = await this.#run({ ...sql, text }, limit(), () => true).catch((error: unknown) => {
      throw error instanceof TrinoError ? error.movedBy(-SHAPE_CHARACTERS) : error
    })
    return columns.map(({ name, type }) => columnOf(name, type))
  }

  async plan(sql: Sql, signal: AbortSignal): Promise<PlanStep> {
    let plan = ''
    await this.#client.run(`EXPLAIN (FORMAT JSON) ${statementOf(sql)}`, callerHeaders(), signal, ({ rows }) => {
      for (const [part] of rows) plan += typeof part === 'string' ? part : ''
      return true
    })
    return parsePlan(plan)
  }

  async close(): Promise<void> {
    this.#client.close()
    await Promise.resolve()
  }

  async #read(sql: Sql, run: Run, to: RowTarget<TrinoValue>): Promise<void> {
    const { labels, maxRows, maxBytes = MAX_RESULT_BYTES, allDigits, signal } = run
    let rowCount = 0
    let byteCount = 0
    const begin = (columns: readonly TrinoColumn[]): void => {
      if (columns.length < labels.length) throw new ApiError('columns-lost', { sql: sql.shown })
      to.begin(labels.map((_, index) => cellFormat(columns[index] as TrinoColumn, allDigits)))
    }
    const onRows = async (rows: readonly TrinoRow[]): Promise<boolean> => {
      if (to.isChunked) byteCount = 0
      for (const row of rows) {
        if (rowCount >= maxRows) return false
        rowCount++
        byteCount += bytesIn(row)
        if (byteCount > maxBytes) throw tooLarge(maxBytes)
        const waiting = to.row(row)
        if (waiting) await waiting
      }
      return rowCount < maxRows
    }
    await this.#run(sql, signal, onRows, begin)
  }

  /** Runs a statement and returns its columns. `onRows` returns false if it needs no more rows. */
  async #run(
    sql: Pick<Sql, 'text' | 'params'>,
    signal: AbortSignal,
    onRows: (rows: readonly TrinoRow[]) => boolean | Promise<boolean>,
    onColumns?: (columns: readonly TrinoColumn[]) => void,
  ): Promise<readonly TrinoColumn[]> {
    let columns: readonly TrinoColumn[] | undefined
    await this.#client.run(statementOf(sql), callerHeaders(), signal, (page) => {
      if (page.columns && !columns) {
        columns = page.columns
        onColumns?.(columns)
      }
      return page.rows.length === 0 || onRows(page.rows)
    })
    return columns ?? []
  }

  readonly #look: TrinoCatalogQuery = async (text, values = []) => {
    const found: (readonly (string | number | boolean | null)[])[] = []
    await this.#run({ text, params: values }, limit(), (rows) => {
      // Metadata has no nested values.
      found.push(...(rows as readonly (readonly (string | number | boolean | null)[])[]))
      return true
    })
    return found
  }
}

/** Returns the deadline of the current query, or that of a query on metadata. */
function limit(): AbortSignal {
  return currentDeadline() ?? AbortSignal.timeout(CATALOGUE_MS)
}

const PRINTABLE = /^[\x20-\x7e]+$/

/** Returns the headers that name the user and the dashboard. Throws `connection-permissions` for a name they cannot have. */
function callerHeaders(): Readonly<Record<string, string>> {
  const user = impersonatedUser()
  if (user !== undefined && !PRINTABLE.test(user)) throw new ApiError('connection-permissions', { args: [user] })
  const { username, dashboard } = currentCaller() ?? {}
  const info = JSON.stringify({ ...(username ? { user: username } : {}), dashboard })
  return {
    'X-Trino-Client-Tags': dashboard === undefined ? 'facet' : `facet,dashboard-${dashboard}`,
    'X-Trino-Client-Info': info.replace(
      /[^\x20-\x7e]/g,
      (each) => String.raw`\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    ...(user === undefined ? {} : { 'X-Trino-User': user }),
  }
}

/** Binds the values of a statement: they are parsed apart from it. */
function statementOf({ text, params }: Pick<Sql, 'text' | 'params'>): string {
  if (params.length === 0) return text
  return `EXECUTE IMMEDIATE ${textLiteral(text)} USING ${params.map(literalOf).join(', ')}`
}

/** Throws `sql-refused` for a schema of the server itself, whose metadata users may not read. */
function requireOwn(schema: string): void {
  if (dialect.isCatalogue({ schema: dialect.fold(schema), name: '' }))
    throw new ApiError('sql-refused', { args: [schema] })
}

/** Counts numbers as their digits. */
function bytesIn(row: TrinoRow): number {
  let bytes = 0
  for (const value of row) {
    if (typeof value === 'string') bytes += value.length
    else if (value !== null) bytes += (typeof value === 'object' ? JSON.stringify(value) : String(value)).length
  }
  return bytes
}
