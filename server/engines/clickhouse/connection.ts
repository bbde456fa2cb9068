import { ApiError } from '#core/rest/api-error.ts'
import type { Table } from '#core/table/table.ts'
import { currentCaller } from '../engine-caller.ts'
import type {
  Bytes,
  Connection,
  ResultLayout,
  Run,
  TableColumn,
  TableMetadata,
  TableName,
  TablePage,
  TableSearch,
} from '../engine.ts'
import type { PlanStep } from '../query-plan.ts'
import { collectRows, type RowTarget, scanRows } from '../shared/read-rows.ts'
import { bytesCollector, TableCollector } from '../shared/results.ts'
import type { Param, Sql } from '../sql.ts'
import { MAX_RESULT_BYTES, tooLarge } from '../result-too-large.ts'
import { columnsOf, schemasOf, tableMetadataOf, tablesOf, findTablesOf } from './catalogue.ts'
import { clickHouseText, describedColumn, resultFormat } from './cells.ts'
import { dialect, parameterOf } from './dialect.ts'
import type { ClickHouseRow, ClickHouseValue } from './driver.ts'
import { ClickHouseGrammar } from './grammar.ts'
import { parseEstimates, parsePlan, type ReadEstimate } from './query-plan.ts'
import type { ClickHouseSessions } from './sessions.ts'

/** A database of a ClickHouse server. */
export class ClickHouseDatabase implements Connection {
  readonly #queries: ClickHouseSessions
  readonly #catalogue: ClickHouseSessions
  readonly grammar: ClickHouseGrammar

  constructor(
    { queries, catalogue }: { readonly queries: ClickHouseSessions; readonly catalogue: ClickHouseSessions },
    database: string,
  ) {
    this.#queries = queries
    this.#catalogue = catalogue
    this.grammar = new ClickHouseGrammar(catalogue, database)
  }

  table(sql: Sql, run: Run): Promise<Table> {
    return collectRows(new TableCollector<ClickHouseValue>(run.labels), (to) => this.#read(sql, run, to))
  }

  bytes(sql: Sql, layout: ResultLayout, run: Run): Promise<Bytes> {
    return collectRows(bytesCollector<ClickHouseValue>(layout, run.labels), (to) => this.#read(sql, run, to))
  }

  scan(sql: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void> {
    return scanRows<ClickHouseValue>(run, take, (limited, to) => this.#read(sql, limited, to))
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
    const rows = await this.#catalogue.look(`DESCRIBE TABLE (${sql.text}\n)`)
    return rows.map(([name = '', type = '']) => describedColumn(name, type))
  }

  async plan(sql: Sql, signal: AbortSignal): Promise<PlanStep> {
    const query_params = parametersOf(sql.params)
    const plan = await this.#queries.print({ query: `EXPLAIN json = 1 ${sql.text}`, query_params }, signal)
    return parsePlan(plan.join('\n'), await this.#estimates(sql, signal))
  }

  /** Returns what a statement would read of each table; nothing of tables whose type has no estimates. */
  async #estimates(sql: Sql, signal: AbortSignal): Promise<readonly ReadEstimate[]> {
    const query = { query: `EXPLAIN ESTIMATE ${sql.text}`, query_params: parametersOf(sql.params) }
    const rows: (readonly string[])[] = []
    try {
      await this.#queries.run(query, signal, (lines) => {
        rows.push(...lines.map((line) => line.map(clickHouseText)))
        return undefined
      })
    } catch {
      // A plan without estimates is still a plan.
      signal.throwIfAborted()
      return []
    }
    return parseEstimates(rows.slice(2))
  }

  async close(): Promise<void> {
    await Promise.all([this.#queries.close(), this.#catalogue.close()])
  }

  async #read(sql: Sql, run: Run, to: RowTarget<ClickHouseValue>): Promise<void> {
    const { labels, maxRows, maxBytes = MAX_RESULT_BYTES, allDigits, signal } = run
    let lineCount = 0
    let byteCount = 0
    const begin = (types: ClickHouseRow): void => {
      if (types.length < labels.length) throw new ApiError('columns-lost', { sql: sql.shown })
      to.begin(labels.map((_, index) => resultFormat(clickHouseText(types[index]), allDigits)))
    }
    const add = async (lines: readonly ClickHouseRow[], stop: () => void): Promise<void> => {
      for (const line of lines) {
        lineCount++
        if (lineCount === 2) begin(line)
        // The first line has the names.
        if (lineCount <= 2) continue
        if (lineCount - 2 > maxRows) return stop()
        byteCount += bytesIn(line)
        if (byteCount > maxBytes) throw tooLarge(maxBytes)
        const waiting = to.row(line)
        if (waiting) await waiting
        if (to.isChunked) byteCount = 0
      }
    }
    await this.#queries.run({ query: sql.text, query_params: parametersOf(sql.params), tag: callerTag() }, signal, add)
  }
}

/** Returns the text that the server logs with a statement: the user and the dashboard. */
function callerTag(): string {
  const { username, dashboard } = currentCaller() ?? {}
  return JSON.stringify({ application: 'facet', ...(username ? { user: username } : {}), dashboard })
}

/** Throws `sql-refused` for a schema of the server itself, whose metadata users may not read. */
function requireOwn(schema: string): void {
  if (dialect.isCatalogue({ schema, name: '' })) throw new ApiError('sql-refused', { args: [schema] })
}

/** Returns the values of the placeholders by name, as `dialect.placeholder` names them. */
function parametersOf(params: readonly Param[]): Readonly<Record<string, string | number | boolean | null>> {
  return Object.fromEntries(params.map((value, index) => [`p${index + 1}`, parameterOf(value)]))
}

function bytesIn(row: ClickHouseRow): number {
  let bytes = 0
  for (const value of row) {
    if (typeof value === 'string') bytes += value.length
    else if (value !== null) bytes += typeof value === 'object' ? JSON.stringify(value).length : String(value).length
  }
  return bytes
}
