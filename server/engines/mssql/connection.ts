import { ApiError } from '#core/rest/api-error.ts'
import type { Table } from '#core/table/table.ts'
import { currentCaller } from '../engine-caller.ts'
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
import { splitNames } from '../function-names.ts'
import { restrictTables } from '../restrict-tables.ts'
import type { PlanStep } from '../query-plan.ts'
import { inspectTree, type TreeGrammar, treesOf } from '../shared/inspect-tree.ts'
import { collectRows, type RowTarget, scanRows } from '../shared/read-rows.ts'
import { bytesCollector, TableCollector } from '../shared/results.ts'
import { callerTags } from '../shared/warehouse.ts'
import type { Sql } from '../sql.ts'
import { MAX_RESULT_BYTES, tooLarge } from '../result-too-large.ts'
import { columnsOf, schemasOf, tableMetadataOf, tablesOf, findTablesOf } from './catalogue.ts'
import { losesDigits, mssqlColumn, mssqlFormat } from './cells.ts'
import { dialect } from './dialect.ts'
import type { MssqlRow, MssqlValue } from './driver.ts'
import { parsePlan } from './query-plan.ts'
import { declarationOf, type MssqlPools, type MssqlSessions, type MssqlStatement } from './sessions.ts'

/** The nodes and fields of the parser for SQL that other engines do not have. */
const PARTS = splitNames(
  `Constant AtTimeZone GroupingSets Cube Rollup`,
  `top quantity percent with_ties fetch within_group null_treatment styles is_try timestamp time_zone`,
)

/** A text that has room for each decimal number. */
const DECIMAL_TEXT = 'varchar(41)'

/** The tables whose names some collation takes for the same. A collation may ignore case, accents and more. */
const ALIKE = `SELECT o.name, s.name AS [schema] FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
   WHERE o.type IN ('U', 'V', 'SN') AND (o.name COLLATE Latin1_General_CI_AI = @p1 OR LOWER(o.name) = @p1)`

/** A column of a result, as the server describes it. */
interface DescribedColumn {
  readonly name: string
  readonly type: string
  readonly collation: string
  readonly nullable: boolean
}

/** Returns the parser's grammar for a database. */
function grammarOf(database: string): TreeGrammar {
  return {
    dialect: 'mssql',
    fold: (name) => dialect.fold(name),
    // With a collation that distinguishes case, a name that differs in case is that of a table.
    foldScope: (name) => name,
    quote: (name) => dialect.quote(name),
    catalog: dialect.fold(database),
    more: PARTS,
    hasLeadingAliases: true,
  }
}

/** A database of a SQL Server. Only SELECT statements that passed the guard are sent. */
export class MssqlDatabase implements Connection {
  readonly #queries: MssqlSessions
  readonly #catalogue: MssqlSessions
  readonly grammar: Grammar
  #defaultSchema: string | undefined

  constructor({ queries, catalogue }: MssqlPools, database: string) {
    this.#queries = queries
    this.#catalogue = catalogue
    const grammar = grammarOf(database)
    const trees = { ...treesOf(grammar), hasBooleans: false }
    this.grammar = {
      inspect: (text) => this.#inspect(text, grammar),
      narrow: (text, conditions) => restrictTables(text, conditions, trees),
      homes: (schema) => this.#homes(schema),
      // Functions of a database are called with their schema.
      foreign: () => Promise.resolve([]),
    }
  }

  table(sql: Sql, run: Run): Promise<Table> {
    return collectRows(new TableCollector<MssqlValue>(run.labels), (to) => this.#read(sql, run, to))
  }

  bytes(sql: Sql, layout: ResultLayout, run: Run): Promise<Bytes> {
    return collectRows(bytesCollector<MssqlValue>(layout, run.labels), (to) => this.#read(sql, run, to))
  }

  scan(sql: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void> {
    return scanRows<MssqlValue>(run, take, (limited, to) => this.#read(sql, limited, to))
  }

  schemas(): Promise<readonly string[]> {
    return schemasOf(this.#catalogue)
  }

  async tables(schema: string): Promise<readonly TableName[]> {
    requireOwn(schema)
    return tablesOf(this.#catalogue, schema)
  }

  async findTables(schema: string, search: TableSearch): Promise<TablePage> {
    requireOwn(schema)
    return findTablesOf(this.#catalogue, schema, search)
  }

  async columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    requireOwn(schema)
    return columnsOf(this.#catalogue, schema, table)
  }

  async tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined> {
    requireOwn(schema)
    return tableMetadataOf(this.#catalogue, schema, table)
  }

  async shape(sql: Sql): Promise<readonly TableColumn[]> {
    const columns = await this.#describe(sql)
    return columns.map(({ name, type, nullable }) => mssqlColumn(name, type, nullable))
  }

  async plan(sql: Sql, signal: AbortSignal): Promise<PlanStep> {
    const declared = sql.params.length === 0 ? '' : `DECLARE ${sql.params.map(declarationOf).join(', ')};\n`
    const batches = ['SET SHOWPLAN_XML ON', `${declared}${sql.text}`, 'SET SHOWPLAN_XML OFF']
    let plan = ''
    await this.#queries.run(
      batches.map((text) => ({ text, params: [], isBatch: true })),
      signal,
      ([xml]) => {
        plan += typeof xml === 'string' ? xml : ''
        return undefined
      },
    )
    return parsePlan(plan)
  }

  async close(): Promise<void> {
    this.#queries.close()
    this.#catalogue.close()
    await Promise.resolve()
  }

  async #read(sql: Sql, run: Run, to: RowTarget<MssqlValue>): Promise<void> {
    const { labels, maxRows, maxBytes = MAX_RESULT_BYTES, allDigits, signal } = run
    signal.throwIfAborted()
    const columns = await this.#describe(sql, signal)
    if (columns.length < labels.length) throw new ApiError('columns-lost', { sql: sql.shown })
    to.begin(labels.map((_, index) => mssqlFormat(columns[index]?.type ?? '', allDigits)))
    let rowCount = 0
    let byteCount = 0
    await this.#queries.run([withCallerComment(exactStatement(sql, columns))], signal, (row, stop) => {
      rowCount++
      if (rowCount > maxRows) {
        stop()
        return undefined
      }
      byteCount += bytesIn(row)
      if (byteCount > maxBytes) throw tooLarge(maxBytes)
      const waiting = to.row(row)
      if (to.isChunked) byteCount = 0
      return waiting
    })
  }

  /** Returns the columns of a statement without running it. */
  async #describe({ text, params }: Sql, signal?: AbortSignal): Promise<readonly DescribedColumn[]> {
    const rows = await this.#catalogue.look(
      'EXEC sp_describe_first_result_set @tsql = @p1, @params = @p2, @browse_information_mode = 0',
      [text, params.length === 0 ? null : params.map(declarationOf).join(', ')],
    )
    signal?.throwIfAborted()
    return rows
      .filter((row) => row['is_hidden'] !== true)
      .map((row) => ({
        name: textOf(row['name']),
        // A type of the common language runtime has no name of the server.
        type:
          textOf(row['system_type_name']) || namedType(textOf(row['user_type_schema']), textOf(row['user_type_name'])),
        collation: textOf(row['collation_name']),
        nullable: row['is_nullable'] === true,
      }))
  }

  /**
   * Inspects a text. The server compares names by the collation of the database, so a name may differ from the name of its
   * table: such a name is rejected, as no rule would be found by it.
   */
  async #inspect(text: string, grammar: TreeGrammar): Promise<Inspection> {
    const found = await inspectTree(text, grammar)
    if (!found.ok || found.tables.length === 0) return found
    for (const { schema, name } of found.tables) {
      const alike = await this.#catalogue.look(ALIKE, [name])
      const isSame = alike.some(
        (own) =>
          dialect.fold(textOf(own['name'])) === name &&
          (schema === null || dialect.fold(textOf(own['schema'])) === schema),
      )
      if (alike.length > 0 && !isSame)
        return { ok: false, reason: 'syntax', message: `Write the name of the table ${name} as the database stores it` }
    }
    return found
  }

  /** A name without a schema is looked up in the default schema of the user, and then in `dbo`. */
  async #homes(schema: string | null): Promise<readonly string[]> {
    if (schema !== null) return [dialect.fold(schema)]
    if (this.#defaultSchema === undefined) {
      const [row] = await this.#catalogue.look('SELECT SCHEMA_NAME() AS name')
      this.#defaultSchema = dialect.fold(textOf(row?.['name']) || 'dbo')
    }
    return [...new Set([this.#defaultSchema, 'dbo'])]
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function namedType(schema: string, name: string): string {
  return `${dialect.quote(schema)}.${dialect.quote(name)}`
}

/**
 * Returns a statement whose decimal numbers arrive with all digits. The driver reads decimals as doubles: where these
 * lose digits, the server converts the results to text.
 */
function exactStatement({ text, params }: Sql, columns: readonly DescribedColumn[]): MssqlStatement {
  if (!columns.some(({ type }) => losesDigits(type))) return { text, params }
  const results = columns.map(({ type, collation }, index) => {
    const written = losesDigits(type) ? DECIMAL_TEXT : `${type}${collation ? ` COLLATE ${collation}` : ''}`
    return `[c${index + 1}] ${written} NULL`
  })
  const [statement, declared] = [`@p${params.length + 1}`, `@p${params.length + 2}`]
  const values = params.map((_, index) => `@p${index + 1}`)
  const given = values.length === 0 ? statement : [statement, declared, ...values].join(', ')
  return {
    text: `EXEC sp_executesql ${given} WITH RESULT SETS ((${results.join(', ')}))`,
    params: [...params, text, params.map(declarationOf).join(', ')],
  }
}

/** Maximum length of a tag in characters. */
const MAX_TAG = 512

/**
 * Returns a statement of a user with the user and the dashboard in a comment at its end, as JSON. Characters that begin or end a
 * comment are escaped, so that a name cannot continue as SQL; comments of SQL Server nest.
 */
function withCallerComment(statement: MssqlStatement): MssqlStatement {
  if (currentCaller() === undefined) return statement
  const tag = JSON.stringify(callerTags()).replace(/[*/]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
  return tag.length > MAX_TAG ? statement : { ...statement, text: `${statement.text}\n/* ${tag} */` }
}

/** Throws `sql-refused` for a schema of the server itself, whose metadata users may not read. */
function requireOwn(schema: string): void {
  if (dialect.isCatalogue({ schema: dialect.fold(schema), name: '' }))
    throw new ApiError('sql-refused', { args: [schema] })
}

function bytesIn(row: MssqlRow): number {
  let bytes = 0
  for (const value of row) {
    if (typeof value === 'string' || Buffer.isBuffer(value)) bytes += value.length
    else if (value !== null) bytes += String(value).length
  }
  return bytes
}
