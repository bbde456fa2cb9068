import type { TableColumn, TableMetadata, TableName, TablePage, TableSearch } from '../engine.ts'
import { splitNames } from '../function-names.ts'
import type { PlanStep } from '../query-plan.ts'
import { WarehouseDatabase } from '../shared/warehouse.ts'
import type { Sql } from '../sql.ts'
import { columnsOf, schemasOf, tableMetadataOf, tablesOf, findTablesOf } from './catalogue.ts'
import { snowflakeColumn, snowflakeFormat } from './cells.ts'
import type { SnowflakeClient, SnowflakeColumn, SnowflakeValue } from './client.ts'
import { dialect } from './dialect.ts'
import { callsWithoutParentheses } from './functions.ts'
import { parsePlan } from './query-plan.ts'

/** The nodes and fields of the parser for SQL that other engines do not have. */
const PARTS = splitNames(
  `JsonAccess Dot Bracket CompoundFieldAccess Subscript Index Array GroupingSets Cube Rollup Text String Double Number
   DoubleColon fetch`,
  `path key quoted root access_chain index elem named within_group null_treatment timestamp time_zone qualify fetch quantity
   percent with_ties`,
)

/** A database of Snowflake. */
export class SnowflakeDatabase extends WarehouseDatabase<SnowflakeValue, SnowflakeColumn> {
  readonly #client: SnowflakeClient
  readonly #schema: string

  constructor(client: SnowflakeClient, { database, schema }: { readonly database: string; readonly schema: string }) {
    const stored = (name: string, isQuoted: boolean): string => (isQuoted ? name : name.toUpperCase())
    super(client, {
      dialect,
      tree: {
        dialect: 'snowflake',
        fold: stored,
        // The parser accepts only ASCII letters in names without quotes.
        foldScope: stored,
        quote: (name) => dialect.quote(name),
        catalog: database,
        callsWithoutParentheses,
        textQuotes: "'",
        hasQuotedFunctions: true,
        isRecursionDenied: true,
        more: PARTS,
      },
      homes: () => [...new Set([dialect.fold(schema), 'PUBLIC'])].filter((name) => name !== ''),
      format: snowflakeFormat,
      describe: snowflakeColumn,
    })
    this.#client = client
    this.#schema = schema
  }

  schemas(): Promise<readonly string[]> {
    return schemasOf(this.#client, this.#schema)
  }

  async tables(schema: string): Promise<readonly TableName[]> {
    this.requireOwn(schema)
    return tablesOf(this.#client, schema)
  }

  async findTables(schema: string, search: TableSearch): Promise<TablePage> {
    this.requireOwn(schema)
    return findTablesOf(this.#client, schema, search)
  }

  async columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    this.requireOwn(schema)
    return columnsOf(this.#client, schema, table)
  }

  async tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined> {
    this.requireOwn(schema)
    return tableMetadataOf(this.#client, schema, table)
  }

  async plan(sql: Sql, signal: AbortSignal): Promise<PlanStep> {
    let plan = ''
    await this.#client.run({ ...sql, text: `EXPLAIN USING JSON ${sql.text}` }, signal, {
      begin: () => undefined,
      rows: (rows) => {
        for (const [part] of rows) plan += typeof part === 'string' ? part : ''
        return true
      },
    })
    return parsePlan(plan)
  }
}
