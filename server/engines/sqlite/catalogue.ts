import { genericOf } from '#core/table/logical-type.ts'
import type {
  ForeignKey,
  TableColumn,
  TableIndex,
  TableMetadata,
  TableName,
  TablePage,
  TableSearch,
} from '../engine.ts'
import { logicalTypeNamedBy, type SqliteValue } from './cells.ts'
import type { SqliteDatabase } from './open.ts'

type Row = readonly (SqliteValue | null)[]

/** Names of tables of the engine itself. */
const OWN = String.raw`name LIKE 'sqlite\_%' ESCAPE '\'`
/** Hidden columns of virtual tables; generated columns have other numbers. */
const HIDDEN = 1

function rowsOf(database: SqliteDatabase, text: string, ...values: readonly string[]): readonly Row[] {
  return database.prepare(text).all(...values) as Row[]
}

/** Returns the tables and views of a file. */
export function tablesOf(database: SqliteDatabase): readonly TableName[] {
  const text = `SELECT name, type FROM main.sqlite_schema WHERE type IN ('table', 'view') AND NOT (${OWN}) ORDER BY name`
  return rowsOf(database, text).map(tableOf)
}

/** Returns a page of the tables and views of a file whose names contain a text. */
export function findTablesOf(database: SqliteDatabase, { text, limit, offset }: TableSearch): TablePage {
  const matching = `FROM main.sqlite_schema WHERE type IN ('table', 'view') AND NOT (${OWN})
    AND instr(lower(name), lower(?)) > 0`
  const [[count] = []] = rowsOf(database, `SELECT count(*) ${matching}`, text)
  const page = `SELECT name, type ${matching}
    ORDER BY instr(lower(name), lower(?)) > 1, name LIMIT ${limit} OFFSET ${offset}`
  return { count: Number(count), tables: rowsOf(database, page, text, text).map(tableOf) }
}

function tableOf([name, type]: Row): TableName {
  return { name: String(name), kind: type === 'view' ? 'view' : 'table' }
}

/** Returns the columns of a table in its order. */
export function columnsOf(database: SqliteDatabase, table: string): readonly TableColumn[] {
  if (!has(database, table)) return []
  const text = `SELECT name, type, "notnull" FROM pragma_table_xinfo(?, 'main') WHERE hidden <> ${HIDDEN} ORDER BY cid`
  return rowsOf(database, text, table).map(([name, type, isRequired]) => {
    const logical = logicalTypeNamedBy(String(type)) ?? 'other'
    const shown = String(type).toUpperCase()
    return { name: String(name), type: shown, logical, generic: genericOf(logical), nullable: isRequired !== 1n }
  })
}

function has(database: SqliteDatabase, table: string): boolean {
  const text = `SELECT 1 FROM main.sqlite_schema WHERE type IN ('table', 'view') AND NOT (${OWN}) AND name = ? COLLATE NOCASE`
  return rowsOf(database, text, table).length > 0
}

/** Returns the metadata of a table or view; undefined if it does not exist. */
export function tableMetadataOf(database: SqliteDatabase, table: string): TableMetadata | undefined {
  if (!has(database, table)) return undefined
  const [found] = rowsOf(
    database,
    "SELECT type, sql FROM main.sqlite_schema WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE",
    table,
  )
  const statements = rowsOf(
    database,
    'SELECT sql, type FROM main.sqlite_schema WHERE tbl_name = ? COLLATE NOCASE AND name <> tbl_name AND sql IS NOT NULL',
    table,
  )
  const keys = foreignKeysOf(database, table)
  const indexes = indexesOf(database, table)
  const primary = rowsOf(database, "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE pk > 0 ORDER BY pk", table)
  const created = [found?.[1], ...statements.filter(([, type]) => type === 'index').map(([sql]) => sql)]
  return {
    comment: null,
    columnComments: {},
    columnCollations: {},
    primaryKey: primary.length === 0 ? null : { name: null, columns: primary.map(([name]) => String(name)) },
    indexes,
    foreignKeys: keys,
    partitions: null,
    rowEstimate: null,
    definition: created.every((sql) => typeof sql === 'string') ? created.join(';\n') : null,
    isDerived: found?.[0] === 'view',
    hasSideEffects: keys.length > 0 || statements.some(([, type]) => type === 'trigger'),
  }
}

function indexesOf(database: SqliteDatabase, table: string): readonly TableIndex[] {
  const rows = rowsOf(
    database,
    `SELECT l.name, l."unique", i.name FROM pragma_index_list(?, 'main') AS l, pragma_index_info(l.name, 'main') AS i
     WHERE l.origin <> 'pk' ORDER BY l.name, i.seqno`,
    table,
  )
  return groupedBy(rows, 0).map((parts) => ({
    name: String(parts[0]?.[0]),
    columns: parts.map(([, , column]) => (typeof column === 'string' ? column : '')),
    unique: parts[0]?.[1] === 1n,
  }))
}

function foreignKeysOf(database: SqliteDatabase, table: string): readonly ForeignKey[] {
  const text = `SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?, 'main') ORDER BY id, seq`
  return groupedBy(rowsOf(database, text, table), 0).map((parts) => ({
    name: '',
    columns: parts.map(([, , from]) => String(from)),
    schema: null,
    table: String(parts[0]?.[1]),
    referred: parts.map(([, , , to]) => String(to ?? '')),
  }))
}

function groupedBy(rows: readonly Row[], index: number): readonly (readonly Row[])[] {
  const groups = new Map<unknown, Row[]>()
  for (const row of rows) groups.set(row[index], [...(groups.get(row[index]) ?? []), row])
  return [...groups.values()]
}
