import { ApiError } from '#core/rest/api-error.ts'
import type { Table } from '#core/table/table.ts'
import { currentCaller } from '../engine-caller.ts'
import { currentDeadline } from '../query-deadline.ts'
import type {
  Bytes,
  Connection,
  Dialect,
  Grammar,
  ResultLayout,
  Run,
  TableColumn,
  TableMetadata,
  TableName,
} from '../engine.ts'
import { restrictTables } from '../restrict-tables.ts'
import type { PlanStep } from '../query-plan.ts'
import type { Param, Sql } from '../sql.ts'
import { MAX_RESULT_BYTES, tooLarge } from '../result-too-large.ts'
import { inspectTree, type TreeGrammar, treesOf } from './inspect-tree.ts'
import { collectRows, type RowTarget, scanRows } from './read-rows.ts'
import { bytesCollector, type CellFormat, type RawRow, TableCollector } from './results.ts'

/** Milliseconds: maximum duration of a query on metadata outside of any other limit. */
const CATALOGUE_MS = 60_000
/** Maximum duration of a statement in seconds. */
export const WAREHOUSE_SECONDS = 900
/** Maximum number of statements of a database that run at a time; further ones wait. */
export const WAREHOUSE_STATEMENTS = 8

/** A statement with its values. */
export type WarehouseStatement = Pick<Sql, 'text' | 'params'>

/** A value as given by the client of a warehouse. */
type WarehouseValue = string | number | boolean | object

/** The receiver of a result: its columns come before its rows. */
export interface WarehouseResult<Raw, Column> {
  begin(columns: readonly Column[]): void
  /** Returns false if it needs no more rows. */
  rows(rows: readonly RawRow<Raw>[]): boolean | Promise<boolean>
}

/** Runs statements in a warehouse. */
export interface WarehouseClient<Raw, Column> {
  /** Runs a statement. An aborted signal cancels it in the warehouse and rejects with the reason of the signal. */
  run(statement: WarehouseStatement, signal: AbortSignal, to: WarehouseResult<Raw, Column>): Promise<void>
  /** Returns the columns of a statement without running it. */
  describe(statement: WarehouseStatement, signal: AbortSignal): Promise<readonly Column[]>
  close(): Promise<void>
}

/** The parts of a connection that differ between warehouses. */
interface WarehouseParts<Raw, Column> {
  readonly dialect: Dialect
  readonly tree: TreeGrammar
  /** Returns the schemas in which a name without a schema is looked up. */
  readonly homes: () => readonly string[]
  format(column: Column, allDigits: boolean): CellFormat<Raw>
  describe(column: Column): TableColumn
}

/** A database of a warehouse in the cloud. Only SELECT statements that passed the guard are sent. */
export abstract class WarehouseDatabase<Raw extends WarehouseValue, Column> implements Connection {
  readonly grammar: Grammar
  readonly #client: WarehouseClient<Raw, Column>
  readonly #parts: WarehouseParts<Raw, Column>

  constructor(client: WarehouseClient<Raw, Column>, parts: WarehouseParts<Raw, Column>) {
    this.#client = client
    this.#parts = parts
    const { dialect, tree, homes } = parts
    const trees = treesOf(tree)
    this.grammar = {
      inspect: (text) => inspectTree(text, tree),
      narrow: (text, conditions) => restrictTables(text, conditions, trees),
      homes: (schema) => Promise.resolve(schema === null ? homes() : [dialect.fold(schema)]),
      // Functions of a database are called with their schema; other names are rejected unless they are listed.
      foreign: () => Promise.resolve([]),
    }
  }

  abstract schemas(): Promise<readonly string[]>
  abstract tables(schema: string): Promise<readonly TableName[]>
  abstract columns(schema: string, table: string): Promise<readonly TableColumn[]>
  abstract tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined>
  abstract plan(sql: Sql, signal: AbortSignal): Promise<PlanStep>

  table(sql: Sql, run: Run): Promise<Table> {
    return collectRows(new TableCollector<Raw>(run.labels), (to) => this.#read(sql, run, to))
  }

  bytes(sql: Sql, layout: ResultLayout, run: Run): Promise<Bytes> {
    return collectRows(bytesCollector<Raw>(layout, run.labels), (to) => this.#read(sql, run, to))
  }

  scan(sql: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void> {
    return scanRows<Raw>(run, take, (limited, to) => this.#read(sql, limited, to))
  }

  async shape(sql: Sql): Promise<readonly TableColumn[]> {
    const columns = await this.#client.describe(sql, catalogueSignal())
    return columns.map((column) => this.#parts.describe(column))
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  /** Throws `sql-refused` for a schema of the warehouse itself, whose metadata users may not read. */
  protected requireOwn(schema: string): void {
    const { dialect } = this.#parts
    if (dialect.isCatalogue({ schema: dialect.fold(schema), name: '' }))
      throw new ApiError('sql-refused', { args: [schema] })
  }

  async #read(sql: Sql, run: Run, to: RowTarget<Raw>): Promise<void> {
    const { labels, maxRows, maxBytes = MAX_RESULT_BYTES, allDigits = false, signal } = run
    let rowCount = 0
    let byteCount = 0
    await this.#client.run(sql, signal, {
      begin: (columns) => {
        if (columns.length < labels.length) throw new ApiError('columns-lost', { sql: sql.shown })
        to.begin(labels.map((_, index) => this.#parts.format(columns[index] as Column, allDigits)))
      },
      rows: async (rows) => {
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
      },
    })
  }
}

/** Returns the rows of our own statement. */
export async function metadataRows<Raw, Column>(
  client: WarehouseClient<Raw, Column>,
  text: string,
  params: readonly Param[] = [],
): Promise<readonly RawRow<Raw>[]> {
  const found: RawRow<Raw>[] = []
  await client.run({ text, params }, catalogueSignal(), {
    begin: () => undefined,
    rows: (rows) => {
      found.push(...rows)
      return true
    },
  })
  return found
}

/** Returns the deadline of the current query, or that of a query on metadata. */
export function catalogueSignal(): AbortSignal {
  return currentDeadline() ?? AbortSignal.timeout(CATALOGUE_MS)
}

/** Returns the names by which a statement is found in the history of the warehouse. */
export function callerTags(): Readonly<Record<string, string>> {
  const { username, dashboard } = currentCaller() ?? {}
  return {
    application: 'facet',
    ...(username ? { user: username } : {}),
    ...(dashboard === undefined ? {} : { dashboard: String(dashboard) }),
  }
}

/** Counts numbers as their digits. */
function bytesIn(row: RawRow<WarehouseValue>): number {
  let bytes = 0
  for (const value of row) {
    if (typeof value === 'string') bytes += value.length
    else if (value !== null && value !== undefined)
      bytes += (typeof value === 'object' ? JSON.stringify(value) : String(value)).length
  }
  return bytes
}
