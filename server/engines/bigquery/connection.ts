import { foldAscii } from '../ansi.ts'
import type { TableColumn, TableMetadata, TableName } from '../engine.ts'
import { splitNames } from '../function-names.ts'
import type { PlanStep } from '../query-plan.ts'
import { WarehouseDatabase } from '../shared/warehouse.ts'
import type { Sql } from '../sql.ts'
import { columnsOf, datasetsOf, tableMetadataOf, tablesOf } from './catalogue.ts'
import { bigQueryColumn, bigQueryFormat } from './cells.ts'
import type { BigQueryClient, BigQueryField, BigQueryValue } from './client.ts'
import { dialect } from './dialect.ts'

/** The nodes and fields of the parser for SQL that other engines do not have. */
const PARTS = splitNames(
  `Array CompoundFieldAccess Subscript Index Dot UNNEST AtTimeZone GroupingSets Cube Rollup String Int64 Float64 Bytes
   BigNumeric JSON DateTimeField`,
  `elem named root access_chain index array_exprs with_offset with_offset_alias null_treatment timestamp time_zone
   qualify safe format`,
)

/** A project of BigQuery. */
export class BigQueryDatabase extends WarehouseDatabase<BigQueryValue, BigQueryField> {
  readonly #client: BigQueryClient
  readonly #dataset: string

  constructor(client: BigQueryClient, project: string, dataset: string) {
    const fold = (name: string): string => dialect.fold(name)
    super(client, {
      dialect,
      tree: {
        dialect: 'bigquery',
        // Names of tables differ by case only, unless their dataset ignores it: rules apply to all of them.
        fold,
        foldScope: foldAscii,
        quote: (name) => dialect.quote(name),
        catalog: fold(project),
        textQuotes: `'"`,
        more: PARTS,
        isRecursionDenied: true,
      },
      homes: () => (dataset === '' ? [] : [fold(dataset)]),
      format: bigQueryFormat,
      describe: bigQueryColumn,
    })
    this.#client = client
    this.#dataset = dataset
  }

  schemas(): Promise<readonly string[]> {
    return datasetsOf(this.#client, this.#dataset)
  }

  async tables(schema: string): Promise<readonly TableName[]> {
    this.requireOwn(schema)
    return tablesOf(this.#client, schema)
  }

  async columns(schema: string, table: string): Promise<readonly TableColumn[]> {
    this.requireOwn(schema)
    return columnsOf(this.#client, schema, table)
  }

  async tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined> {
    this.requireOwn(schema)
    return tableMetadataOf(this.#client, schema, table)
  }

  /** The cost of a statement is the number of bytes that it reads. */
  async plan(sql: Sql, signal: AbortSignal): Promise<PlanStep> {
    const { totalBytesProcessed = '0', query = {} } = await this.#client.dryRun(sql, signal)
    const tables = (query.referencedTables ?? []).map(({ datasetId, tableId }) => `${datasetId}.${tableId}`)
    return {
      name: query.statementType ?? 'SELECT',
      detail: [`Bytes processed: ${totalBytesProcessed}`, ...tables].join('\n'),
      cost: Number(totalBytesProcessed),
      rows: null,
      children: [],
    }
  }
}
