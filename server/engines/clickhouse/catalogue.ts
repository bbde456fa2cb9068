import type { Partitions, TableColumn, TableMetadata, TableName, TablePage, TableSearch } from '../engine.ts'
import { countedPage } from '../table-page.ts'
import { describedColumn } from './cells.ts'
import { dialect } from './dialect.ts'
import type { ClickHouseSessions } from './sessions.ts'

/** Returns the schemas that the user may access, the one of the connection first. */
export async function schemasOf(sessions: ClickHouseSessions): Promise<readonly string[]> {
  const rows = await sessions.look(
    `SELECT name FROM system.databases
     WHERE lower(name) NOT IN ('system', 'information_schema', '_temporary_and_external_tables')
     ORDER BY name != currentDatabase(), name`,
  )
  return rows.map(([name = '']) => name)
}

/** Returns the tables and views of a schema. */
export async function tablesOf(sessions: ClickHouseSessions, schema: string): Promise<readonly TableName[]> {
  const rows = await sessions.look(
    `SELECT name, engine FROM system.tables
     WHERE database = {schema:String} AND NOT is_temporary AND NOT startsWith(name, '.inner') ORDER BY name`,
    { schema },
  )
  return rows.map(([name = '', engine = '']) => ({ name, kind: engine.endsWith('View') ? 'view' : 'table' }))
}

/** Returns a page of the tables and views of a schema whose names contain a text. */
export function findTablesOf(sessions: ClickHouseSessions, schema: string, search: TableSearch): Promise<TablePage> {
  return countedPage(async ({ text, limit, offset }) => {
    const rows = await sessions.look(
      `SELECT name, engine, count() OVER () FROM system.tables
       WHERE database = {schema:String} AND NOT is_temporary AND NOT startsWith(name, '.inner')
         AND positionUTF8(lowerUTF8(name), lowerUTF8({text:String})) > 0
       ORDER BY positionUTF8(lowerUTF8(name), lowerUTF8({text:String})) > 1, name LIMIT ${limit} OFFSET ${offset}`,
      { schema, text },
    )
    return rows.map(([name = '', engine = '', count = '']) => ({
      name,
      kind: engine.endsWith('View') ? 'view' : 'table',
      count: Number(count),
    }))
  }, search)
}

/** Returns the columns of a table in its order. */
export async function columnsOf(
  sessions: ClickHouseSessions,
  schema: string,
  table: string,
): Promise<readonly TableColumn[]> {
  const rows = await sessions.look(
    `SELECT name, type FROM system.columns
     WHERE database = {schema:String} AND table = {table:String} AND default_kind != 'EPHEMERAL' ORDER BY position`,
    { schema, table },
  )
  return rows.map(([name = '', type = '']) => describedColumn(name, type))
}

/** Returns the metadata of a table or view; undefined if it does not exist. */
export async function tableMetadataOf(
  sessions: ClickHouseSessions,
  schema: string,
  table: string,
): Promise<TableMetadata | undefined> {
  const tableReference = { schema, table }
  const [found] = await sessions.look(
    `SELECT engine, comment, toString(total_rows), partition_key, create_table_query FROM system.tables
     WHERE database = {schema:String} AND name = {table:String}`,
    tableReference,
  )
  if (!found) return undefined
  const [engine = '', comment = '', rows = '', partitionKey = '', definition = ''] = found
  const columns = await sessions.look(
    `SELECT name, comment, toString(is_in_primary_key) FROM system.columns
     WHERE database = {schema:String} AND table = {table:String} ORDER BY position`,
    tableReference,
  )
  const indexes = await sessions.look(
    `SELECT name, expr FROM system.data_skipping_indices
     WHERE database = {schema:String} AND table = {table:String} ORDER BY name`,
    tableReference,
  )
  const primary = columns.filter(([, , isPrimary]) => isPrimary === '1').map(([name = '']) => name)
  return {
    comment: comment || null,
    columnComments: Object.fromEntries(
      columns.filter(([, text]) => text).map(([name = '', text = '']) => [name, text]),
    ),
    columnCollations: {},
    primaryKey: primary.length > 0 ? { name: null, columns: primary } : null,
    indexes: indexes.map(([name = '', expression = '']) => ({ name, columns: [expression], unique: false })),
    foreignKeys: [],
    partitions: partitionKey === '' ? null : await partitionsOf(sessions, tableReference, partitionKey),
    rowEstimate: rows === '' ? null : Number(rows),
    definition: definition || null,
    // Tables of other engines read further tables, files and servers.
    isDerived: !/MergeTree$|^(Log|TinyLog|StripeLog|Memory)$/.test(engine),
    hasSideEffects: false,
  }
}

async function partitionsOf(
  sessions: ClickHouseSessions,
  tableReference: { readonly schema: string; readonly table: string },
  key: string,
): Promise<Partitions> {
  const from = `FROM system.parts WHERE database = {schema:String} AND table = {table:String} AND active`
  const [latest] = await sessions.look(`SELECT partition ${from} ORDER BY partition DESC LIMIT 1`, tableReference)
  const [schema, table] = [tableReference.schema, tableReference.table].map((name) => dialect.literal(name))
  return {
    columns: [key],
    latest: latest?.[0] === undefined ? {} : { [key]: latest[0] },
    query: `SELECT DISTINCT partition FROM system.parts WHERE database = ${schema} AND table = ${table} AND active`,
  }
}
