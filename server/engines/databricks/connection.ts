import { foldAscii } from '../ansi.ts'
import type { TableColumn, TableMetadata, TableName } from '../engine.ts'
import { splitNames } from '../function-names.ts'
import type { PlanStep } from '../query-plan.ts'
import { WarehouseDatabase } from '../shared/warehouse.ts'
import type { Sql } from '../sql.ts'
import { columnsOf, schemasOf, tableMetadataOf, tablesOf } from './catalogue.ts'
import { type DatabricksColumn, type DatabricksValue, databricksColumn, databricksFormat } from './cells.ts'
import type { DatabricksClient } from './client.ts'
import { dialect } from './dialect.ts'
import { callsWithoutParentheses, tablePrefixWords } from './functions.ts'

/** The nodes and fields of the parser for SQL that other engines do not have. */
const PARTS = splitNames(
  `JsonAccess Dot Bracket CompoundFieldAccess Subscript Index Array GroupingSets Cube Rollup String DoubleColon`,
  `path key quoted root access_chain index elem named filter within_group null_treatment timestamp time_zone qualify`,
)

/** A catalog of a SQL warehouse. */
export class DatabricksDatabase extends WarehouseDatabase<DatabricksValue, DatabricksColumn> {
  readonly #client: DatabricksClient
  readonly #namespace: { readonly catalog: string; readonly schema: string }

  constructor(client: DatabricksClient, namespace: { readonly catalog: string; readonly schema: string }) {
    const fold = (name: string): string => dialect.fold(name)
    super(client, {
      dialect,
      tree: {
        dialect: 'databricks',
        fold,
        foldScope: foldAscii,
        quote: (name) => dialect.quote(name),
        catalog: fold(namespace.catalog),
        callsWithoutParentheses,
        tableWords: tablePrefixWords,
        textQuotes: "'",
        isRecursionDenied: true,
        more: PARTS,
      },
      homes: () => [fold(namespace.schema)],
      format: databricksFormat,
      describe: databricksColumn,
    })
    this.#client = client
    this.#namespace = namespace
  }

  schemas(): Promise<readonly string[]> {
    return schemasOf(this.#client, this.#namespace)
  }

  async tables(schema: string): Promise<readonly TableName[]> {
    this.requireOwn(schema)
    return tablesOf(this.#client, this.#namespace.catalog, schema)
  }

  async columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    this.requireOwn(schema)
    return columnsOf(this.#client, this.#namespace.catalog, schema, table)
  }

  async tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined> {
    this.requireOwn(schema)
    return tableMetadataOf(this.#client, this.#namespace.catalog, schema, table)
  }

  async plan(sql: Sql, signal: AbortSignal): Promise<PlanStep> {
    let detail = ''
    await this.#client.run({ ...sql, text: `EXPLAIN FORMATTED ${sql.text}` }, signal, {
      begin: () => undefined,
      rows: (rows) => {
        for (const [part] of rows) detail += `${typeof part === 'string' ? part : ''}\n`
        return true
      },
    })
    return { name: 'SELECT', detail: detail.trim(), cost: null, rows: null, children: [] }
  }
}
