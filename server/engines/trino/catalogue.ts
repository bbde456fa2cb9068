import type { Partitions, TableColumn, TableMetadata, TableName, TablePage, TableSearch } from '../engine.ts'
import { countedPage } from '../table-page.ts'
import { columnOf } from './cells.ts'
import { dialect } from './dialect.ts'

type Cell = string | number | boolean | null

/** Runs our own statement and returns its rows. */
export type TrinoCatalogQuery = (text: string, values?: readonly string[]) => Promise<readonly (readonly Cell[])[]>

/** Returns the schemas of the catalog, that of the connection first. */
export async function schemasOf(runQuery: TrinoCatalogQuery, own: string): Promise<readonly string[]> {
  const rows = await runQuery(
    `SELECT schema_name FROM information_schema.schemata WHERE schema_name <> 'information_schema'
     ORDER BY CASE WHEN schema_name = ? THEN 0 ELSE 1 END, schema_name`,
    [own],
  )
  return rows.map(([name]) => String(name))
}

/** Returns the tables and views of a schema. */
export async function tablesOf(runQuery: TrinoCatalogQuery, schema: string): Promise<readonly TableName[]> {
  const rows = await runQuery(
    `SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = ? ORDER BY table_name`,
    [schema],
  )
  return rows.map(([name, type]) => ({ name: String(name), kind: type === 'VIEW' ? 'view' : 'table' }))
}

/** Returns a page of the tables and views of a schema whose names contain a text. */
export function findTablesOf(runQuery: TrinoCatalogQuery, schema: string, search: TableSearch): Promise<TablePage> {
  return countedPage(async ({ text, limit, offset }) => {
    const rows = await runQuery(
      `SELECT table_name, table_type, count(*) OVER () FROM information_schema.tables
       WHERE table_schema = ? AND strpos(lower(table_name), lower(?)) > 0
       ORDER BY strpos(lower(table_name), lower(?)) > 1, table_name OFFSET ${offset} LIMIT ${limit}`,
      [schema, text, text],
    )
    return rows.map(([name, type, count]) => ({
      name: String(name),
      kind: type === 'VIEW' ? 'view' : 'table',
      count: Number(count),
    }))
  }, search)
}

/** Returns the columns of a table in its order. */
export async function columnsOf(
  runQuery: TrinoCatalogQuery,
  schema: string,
  table: string,
): Promise<readonly TableColumn[]> {
  const rows = await runQuery(
    `SELECT column_name, data_type, is_nullable FROM information_schema.columns
     WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position`,
    [schema, table],
  )
  return rows.map(([name, type, nullable]) => ({
    ...columnOf(String(name), String(type)),
    nullable: nullable === 'YES',
  }))
}

/** Returns the metadata of a table or view; undefined if it does not exist. */
export async function tableMetadataOf(
  runQuery: TrinoCatalogQuery,
  catalog: string,
  [schema, table]: readonly [string, string],
): Promise<TableMetadata | undefined> {
  const [found] = await runQuery(
    `SELECT table_type FROM information_schema.tables WHERE table_schema = ? AND table_name = ?`,
    [schema, table],
  )
  if (!found) return undefined
  const isView = found[0] === 'VIEW'
  const name = `${dialect.quote(schema)}.${dialect.quote(table)}`
  // Each of these needs a permission of its own, or support by the connector.
  const optional: TrinoCatalogQuery = (text, values) => runQuery(text, values).catch(() => [])
  const described = await optional(`SHOW COLUMNS FROM ${name}`)
  const [comment] = await optional(
    `SELECT comment FROM system.metadata.table_comments
     WHERE catalog_name = ? AND schema_name = ? AND table_name = ? AND comment IS NOT NULL`,
    [catalog, schema, table],
  )
  const [definition] = await optional(`SHOW CREATE ${isView ? 'VIEW' : 'TABLE'} ${name}`)
  const statistics = isView ? [] : await optional(`SHOW STATS FOR ${name}`)
  const estimate = statistics.at(-1)?.[4]
  const columns = described
    .filter(([, , extra]) => String(extra).includes('partition key'))
    .map(([each]) => String(each))
  return {
    comment: comment ? String(comment[0]) : null,
    columnComments: Object.fromEntries(
      described.flatMap(([each, , , text]) => (text ? [[String(each), String(text)]] : [])),
    ),
    columnCollations: {},
    primaryKey: null,
    indexes: [],
    foreignKeys: [],
    partitions: columns.length > 0 ? await partitionsOf(optional, [schema, table], columns) : null,
    rowEstimate: typeof estimate === 'number' ? estimate : null,
    definition: definition ? String(definition[0]) : null,
    isDerived: isView,
    hasSideEffects: false,
  }
}

/** Returns the partitions of a table of Hive: a table of metadata lists them. */
async function partitionsOf(
  runQuery: TrinoCatalogQuery,
  [schema, table]: readonly [string, string],
  columns: readonly string[],
): Promise<Partitions> {
  const quoted = columns.map((column) => dialect.quote(column))
  const query = `SELECT ${quoted.join(', ')} FROM ${dialect.quote(schema)}.${dialect.quote(`${table}$partitions`)}
ORDER BY ${quoted.map((column) => `${column} DESC`).join(', ')}`
  const [latest = []] = await runQuery(`${query}\nLIMIT 1`)
  return {
    columns,
    latest: Object.fromEntries(latest.map((value, index) => [columns[index] ?? '', String(value)])),
    query,
  }
}
