import type { TableColumn, TableMetadata, TableName } from '../engine.ts'
import { catalogueSignal, metadataRows } from '../shared/warehouse.ts'
import { databricksColumn } from './cells.ts'
import type { DatabricksClient, MetadataList } from './client.ts'
import { dialect } from './dialect.ts'

type Row = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isSame = (one: unknown, other: string): boolean => dialect.fold(textOf(one)) === dialect.fold(other)

/** Returns the catalog and the schema of the session. */
export async function sessionOf(
  client: DatabricksClient,
): Promise<{ readonly catalog: string; readonly schema: string }> {
  const [row = []] = await metadataRows(client, 'SELECT current_catalog(), current_schema()')
  return { catalog: textOf(row[0]), schema: textOf(row[1]) }
}

/** Returns the entries of a list in one schema, and of one table if it is named: the server reads names as patterns. */
async function listOf(
  client: DatabricksClient,
  list: MetadataList,
  catalogName: string,
  [schemaName, tableName]: readonly [schema: string, table?: string],
): Promise<readonly Row[]> {
  const request = { catalogName, schemaName, ...(tableName === undefined ? {} : { tableName }) }
  const rows: readonly Row[] = await client.list(list, request, catalogueSignal())
  return rows.filter(
    (row) =>
      isSame(row['TABLE_SCHEM'], schemaName) && (tableName === undefined || isSame(row['TABLE_NAME'], tableName)),
  )
}

/** Returns the schemas of the catalog, that of the connection first. */
export async function schemasOf(
  client: DatabricksClient,
  { catalog, schema }: { readonly catalog: string; readonly schema: string },
): Promise<readonly string[]> {
  const rows: readonly Row[] = await client.list('getSchemas', { catalogName: catalog }, catalogueSignal())
  const names = rows.map((row) => textOf(row['TABLE_SCHEM'])).filter((name) => !isSame(name, 'information_schema'))
  const own = names.filter((name) => isSame(name, schema))
  return [...own, ...names.filter((name) => !own.includes(name)).toSorted()]
}

/** Returns the tables and views of a schema. */
export async function tablesOf(
  client: DatabricksClient,
  catalog: string,
  schema: string,
): Promise<readonly TableName[]> {
  const rows = await listOf(client, 'getTables', catalog, [schema])
  return rows
    .map((row) => ({
      name: textOf(row['TABLE_NAME']),
      kind: textOf(row['TABLE_TYPE']).endsWith('VIEW') ? ('view' as const) : ('table' as const),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Returns the columns of a table in its order. */
export async function columnsOf(
  client: DatabricksClient,
  catalog: string,
  schema: string,
  table: string,
): Promise<readonly TableColumn[]> {
  const rows = await listOf(client, 'getColumns', catalog, [schema, table])
  return rows
    .toSorted((one, other) => Number(one['ORDINAL_POSITION']) - Number(other['ORDINAL_POSITION']))
    .map((row) => ({
      ...databricksColumn({ name: textOf(row['COLUMN_NAME']), type: textOf(row['TYPE_NAME']).toUpperCase() }),
      nullable: textOf(row['IS_NULLABLE']) !== 'NO',
    }))
}

/** Returns the metadata of a table or view; undefined if it does not exist. */
export async function tableMetadataOf(
  client: DatabricksClient,
  catalog: string,
  schema: string,
  table: string,
): Promise<TableMetadata | undefined> {
  const [found] = await listOf(client, 'getTables', catalog, [schema, table])
  if (!found) return undefined
  const isView = textOf(found['TABLE_TYPE']).endsWith('VIEW')
  const columns = await listOf(client, 'getColumns', catalog, [schema, table])
  const comments = columns.map((row) => [textOf(row['COLUMN_NAME']), textOf(row['REMARKS'])] as const)
  const name = [catalog, schema, table].map((part) => dialect.quote(part)).join('.')
  // It needs a permission of its own.
  const [definition] = await metadataRows(client, `SHOW CREATE TABLE ${name}`).catch(() => [])
  return {
    comment: textOf(found['REMARKS']) || null,
    columnComments: Object.fromEntries(comments.filter(([, text]) => text !== '')),
    columnCollations: {},
    primaryKey: null,
    indexes: [],
    foreignKeys: [],
    partitions: null,
    rowEstimate: null,
    definition: definition ? textOf(definition[0]) : null,
    isDerived: isView,
    hasSideEffects: false,
  }
}
