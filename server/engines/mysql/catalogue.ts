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
import { countedPage } from '../table-page.ts'
import { logicalTypeNamedBy } from './cells.ts'
import { dialect } from './dialect.ts'
import type { MysqlSessions } from './sessions.ts'

type Row = Readonly<Record<string, unknown>>

/** The order of tables: names that the collation of the catalogue takes for equal have an order too, or pages overlap. */
const BY_NAME = 'TABLE_NAME, HEX(TABLE_NAME)'

/** Returns the schemas that the user may access, the one of the connection first. */
export async function schemasOf(sessions: MysqlSessions, system: readonly string[]): Promise<readonly string[]> {
  const rows = await sessions.look(
    `SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE LOWER(SCHEMA_NAME) NOT IN (${system.map(() => '?').join(', ')})
     ORDER BY SCHEMA_NAME <> DATABASE(), SCHEMA_NAME`,
    system,
  )
  return rows.map(({ name }) => String(name))
}

/** Returns the tables and views of a schema. */
export async function tablesOf(sessions: MysqlSessions, schema: string): Promise<readonly TableName[]> {
  const rows = await sessions.look(
    `SELECT TABLE_NAME AS name, TABLE_TYPE AS type FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = ? AND TABLE_TYPE <> 'SEQUENCE' ORDER BY ${BY_NAME}`,
    [schema],
  )
  return rows.map(({ name, type }) => ({ name: String(name), kind: /VIEW/.test(String(type)) ? 'view' : 'table' }))
}

/** Returns a page of the tables and views of a schema whose names contain a text. */
export function findTablesOf(sessions: MysqlSessions, schema: string, search: TableSearch): Promise<TablePage> {
  return countedPage(async ({ text, limit, offset }) => {
    const rows = await sessions.look(
      `SELECT TABLE_NAME AS name, TABLE_TYPE AS type, COUNT(*) OVER () AS count FROM information_schema.TABLES
       WHERE TABLE_SCHEMA = ? AND TABLE_TYPE <> 'SEQUENCE' AND LOCATE(LOWER(?), LOWER(TABLE_NAME)) > 0
       ORDER BY CASE WHEN LOCATE(LOWER(?), LOWER(TABLE_NAME)) = 1 THEN 0 ELSE 1 END, ${BY_NAME}
       LIMIT ${limit} OFFSET ${offset}`,
      [schema, text, text],
    )
    return rows.map(({ name, type, count }) => ({
      name: String(name),
      kind: /VIEW/.test(String(type)) ? 'view' : 'table',
      count: Number(count),
    }))
  }, search)
}

/** Returns the columns of a table in its order. */
export async function columnsOf(
  sessions: MysqlSessions,
  schema: string,
  table: string,
): Promise<readonly TableColumn[]> {
  const rows = await sessions.look(
    `SELECT COLUMN_NAME AS name, COLUMN_TYPE AS type, IS_NULLABLE AS nullable FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION`,
    [schema, table],
  )
  return rows.map(({ name, type, nullable }) => {
    const logical = logicalTypeNamedBy(String(type))
    return {
      name: String(name),
      type: String(type).toUpperCase(),
      logical,
      generic: genericOf(logical),
      nullable: nullable === 'YES',
    }
  })
}

/** Returns the metadata of a table or view; undefined if it does not exist. */
export async function tableMetadataOf(
  sessions: MysqlSessions,
  schema: string,
  table: string,
): Promise<TableMetadata | undefined> {
  const qualifiedName = [schema, table]
  const [found] = await sessions.look(
    `SELECT TABLE_TYPE AS type, TABLE_COMMENT AS comment, TABLE_ROWS AS estimate FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?`,
    qualifiedName,
  )
  if (!found) return undefined
  const isView = /VIEW/.test(String(found['type']))
  const comments = await sessions.look(
    `SELECT COLUMN_NAME AS name, COLUMN_COMMENT AS comment FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLUMN_COMMENT <> ''`,
    qualifiedName,
  )
  const collations = await sessions.look(
    `SELECT c.COLUMN_NAME AS name, c.COLLATION_NAME AS collation FROM information_schema.COLUMNS c
     JOIN information_schema.SCHEMATA s ON s.SCHEMA_NAME = c.TABLE_SCHEMA
     WHERE c.TABLE_SCHEMA = ? AND c.TABLE_NAME = ? AND c.COLLATION_NAME <> s.DEFAULT_COLLATION_NAME`,
    qualifiedName,
  )
  const indexes = await indexesOf(sessions, qualifiedName)
  const keys = await foreignKeysOf(sessions, qualifiedName)
  const [effects] = await sessions.look(
    `SELECT (SELECT COUNT(*) FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?)
       + (SELECT COUNT(*) FROM information_schema.KEY_COLUMN_USAGE
          WHERE REFERENCED_TABLE_SCHEMA = ? AND REFERENCED_TABLE_NAME = ?) AS count`,
    [...qualifiedName, ...qualifiedName],
  )
  const primary = indexes.find(({ name }) => name === 'PRIMARY')
  return {
    comment: isView || found['comment'] === '' ? null : String(found['comment']),
    columnComments: Object.fromEntries(comments.map(({ name, comment }) => [String(name), String(comment)])),
    columnCollations: Object.fromEntries(collations.map(({ name, collation }) => [String(name), String(collation)])),
    primaryKey: primary ? { name: primary.name, columns: primary.columns } : null,
    indexes: indexes.filter((index) => index !== primary),
    foreignKeys: keys,
    partitions: null,
    rowEstimate: isView || found['estimate'] === null ? null : Number(found['estimate']),
    definition: await definitionOf(sessions, schema, table),
    isDerived: isView,
    hasSideEffects: keys.length > 0 || Number(effects?.['count'] ?? 0) > 0,
  }
}

async function indexesOf(sessions: MysqlSessions, qualifiedName: readonly string[]): Promise<readonly TableIndex[]> {
  const rows = await sessions.look(
    `SELECT INDEX_NAME AS name, COLUMN_NAME AS part, NON_UNIQUE AS repeats FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
    qualifiedName,
  )
  return groupedBy(rows).map(([name, parts]) => ({
    name,
    columns: parts.map(({ part }) => (typeof part === 'string' ? part : '')),
    unique: Number(parts[0]?.['repeats']) === 0,
  }))
}

async function foreignKeysOf(
  sessions: MysqlSessions,
  qualifiedName: readonly string[],
): Promise<readonly ForeignKey[]> {
  const rows = await sessions.look(
    `SELECT CONSTRAINT_NAME AS name, COLUMN_NAME AS part, REFERENCED_TABLE_SCHEMA AS \`schema\`,
       REFERENCED_TABLE_NAME AS \`table\`, REFERENCED_COLUMN_NAME AS referred
     FROM information_schema.KEY_COLUMN_USAGE
     WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND REFERENCED_TABLE_NAME IS NOT NULL
     ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION`,
    qualifiedName,
  )
  return groupedBy(rows).map(([name, parts]) => {
    const [first] = parts
    return {
      name,
      columns: parts.map(({ part }) => String(part)),
      schema: first?.['schema'] === qualifiedName[0] ? null : String(first?.['schema']),
      table: String(first?.['table']),
      referred: parts.map(({ referred }) => String(referred)),
    }
  })
}

function groupedBy(rows: readonly Row[]): readonly (readonly [string, readonly Row[]])[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = String(row['name'])
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return [...groups]
}

/** Returns the statement that creates a table; null if the user may not see it. */
async function definitionOf(sessions: MysqlSessions, schema: string, table: string): Promise<string | null> {
  try {
    const [row] = await sessions.look(`SHOW CREATE TABLE ${dialect.quote(schema)}.${dialect.quote(table)}`)
    const text = row?.['Create Table'] ?? row?.['Create View']
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}
