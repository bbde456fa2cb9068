import type { TableColumn, TableMetadata, TableName, TablePage, TableSearch } from '../engine.ts'
import { countedPage } from '../table-page.ts'
import { metadataRows } from '../shared/warehouse.ts'
import { tableColumn } from './cells.ts'
import type { SnowflakeClient } from './client.ts'

type Row = readonly unknown[]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isView = (type: unknown): boolean => textOf(type).endsWith('VIEW')

/** Returns the rows of our own statement. */
function runCatalogueQuery(
  client: SnowflakeClient,
  text: string,
  params: readonly string[] = [],
): Promise<readonly Row[]> {
  return metadataRows(client, text, params)
}

/** Returns the database and the schema of the session, as the server stores their names. */
export async function sessionOf(
  client: SnowflakeClient,
): Promise<{ readonly database: string; readonly schema: string }> {
  const [row = []] = await runCatalogueQuery(client, 'SELECT CURRENT_DATABASE(), CURRENT_SCHEMA()')
  return { database: textOf(row[0]), schema: textOf(row[1]) }
}

/** Returns the schemas of the database, that of the connection first. */
export async function schemasOf(client: SnowflakeClient, own: string): Promise<readonly string[]> {
  const rows = await runCatalogueQuery(
    client,
    `SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA WHERE SCHEMA_NAME <> 'INFORMATION_SCHEMA'
     ORDER BY CASE WHEN SCHEMA_NAME = ? THEN 0 WHEN SCHEMA_NAME = 'PUBLIC' THEN 1 ELSE 2 END, SCHEMA_NAME`,
    [own],
  )
  return rows.map(([name]) => textOf(name))
}

/** Returns the tables and views of a schema. */
export async function tablesOf(client: SnowflakeClient, schema: string): Promise<readonly TableName[]> {
  const rows = await runCatalogueQuery(
    client,
    'SELECT TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME',
    [schema],
  )
  return rows.map(([name, type]) => ({ name: textOf(name), kind: isView(type) ? 'view' : 'table' }))
}

/** Returns a page of the tables and views of a schema whose names contain a text. */
export function findTablesOf(client: SnowflakeClient, schema: string, search: TableSearch): Promise<TablePage> {
  return countedPage(async ({ text, limit, offset }) => {
    const rows = await runCatalogueQuery(
      client,
      `SELECT TABLE_NAME, TABLE_TYPE, COUNT(*) OVER () FROM INFORMATION_SCHEMA.TABLES
       WHERE TABLE_SCHEMA = ? AND POSITION(LOWER(?) IN LOWER(TABLE_NAME)) > 0
       ORDER BY CASE WHEN POSITION(LOWER(?) IN LOWER(TABLE_NAME)) > 1 THEN 1 ELSE 0 END, TABLE_NAME
       LIMIT ${limit} OFFSET ${offset}`,
      [schema, text, text],
    )
    return rows.map(([name, type, count]) => ({
      name: textOf(name),
      kind: isView(type) ? 'view' : 'table',
      count: Number(count),
    }))
  }, search)
}

/** Returns the columns of a table in its order. */
export async function columnsOf(
  client: SnowflakeClient,
  schema: string,
  table: string,
): Promise<readonly TableColumn[]> {
  const rows = await runCatalogueQuery(
    client,
    `SELECT COLUMN_NAME, DATA_TYPE, NUMERIC_PRECISION, NUMERIC_SCALE, IS_NULLABLE FROM INFORMATION_SCHEMA.COLUMNS
     WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION`,
    [schema, table],
  )
  return rows.map(([name, type, precision, scale, nullable]) =>
    tableColumn(
      textOf(name),
      textOf(type),
      { precision: Number(precision ?? 0), scale: Number(scale ?? 0) },
      nullable === 'YES',
    ),
  )
}

/** Returns the metadata of a table or view; undefined if it does not exist. */
export async function tableMetadataOf(
  client: SnowflakeClient,
  schema: string,
  table: string,
): Promise<TableMetadata | undefined> {
  const qualifiedName = [schema, table]
  const [found] = await runCatalogueQuery(
    client,
    `SELECT t.TABLE_TYPE, t.COMMENT, t.ROW_COUNT, v.VIEW_DEFINITION FROM INFORMATION_SCHEMA.TABLES t
     LEFT JOIN INFORMATION_SCHEMA.VIEWS v ON v.TABLE_SCHEMA = t.TABLE_SCHEMA AND v.TABLE_NAME = t.TABLE_NAME
     WHERE t.TABLE_SCHEMA = ? AND t.TABLE_NAME = ?`,
    qualifiedName,
  )
  if (!found) return undefined
  const [type, comment, count, definition] = found
  const comments = await runCatalogueQuery(
    client,
    `SELECT COLUMN_NAME, COMMENT FROM INFORMATION_SCHEMA.COLUMNS
     WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COMMENT IS NOT NULL ORDER BY ORDINAL_POSITION`,
    qualifiedName,
  )
  return {
    comment: textOf(comment) || null,
    columnComments: Object.fromEntries(comments.map(([name, text]) => [textOf(name), textOf(text)])),
    columnCollations: {},
    primaryKey: null,
    indexes: [],
    foreignKeys: [],
    partitions: null,
    rowEstimate: isView(type) || count === null || count === undefined ? null : Number(count),
    definition: textOf(definition) || null,
    isDerived: isView(type),
    hasSideEffects: false,
  }
}
