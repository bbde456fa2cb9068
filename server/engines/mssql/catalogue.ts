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
import { mssqlColumn } from './cells.ts'
import type { MssqlSessions } from './sessions.ts'

type Row = Readonly<Record<string, unknown>>

/** The schemas of fixed roles, which have no tables. */
const ROLES = `'db_owner', 'db_accessadmin', 'db_securityadmin', 'db_ddladmin', 'db_backupoperator', 'db_datareader',
       'db_datawriter', 'db_denydatareader', 'db_denydatawriter'`

/** The table or view with the names in the first two parameters. */
const OBJECT = `SELECT o.object_id FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
     WHERE s.name = @p1 AND o.name = @p2 AND o.type IN ('U', 'V') AND o.is_ms_shipped = 0`

/** The name of a type with its sizes; texts in UTF-16 have two bytes per character. */
const TYPE_NAME = `CASE
       WHEN b.name IN ('decimal', 'numeric') THEN CONCAT(b.name, '(', c.precision, ',', c.scale, ')')
       WHEN b.name IN ('datetime2', 'datetimeoffset', 'time') THEN CONCAT(b.name, '(', c.scale, ')')
       WHEN b.name IN ('char', 'varchar', 'binary', 'varbinary', 'nchar', 'nvarchar') THEN CONCAT(b.name, '(',
         CASE WHEN c.max_length = -1 THEN 'max' WHEN b.name LIKE 'n%' THEN CONCAT('', c.max_length / 2)
           ELSE CONCAT('', c.max_length) END, ')')
       ELSE ISNULL(b.name, t.name) END`

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the schemas that the user may access, the default schema of the user first. */
export async function schemasOf(sessions: MssqlSessions): Promise<readonly string[]> {
  const rows = await sessions.look(
    `SELECT name FROM sys.schemas WHERE name NOT IN ('sys', 'INFORMATION_SCHEMA', 'guest', ${ROLES})
     ORDER BY CASE WHEN name = SCHEMA_NAME() THEN 0 WHEN name = 'dbo' THEN 1 ELSE 2 END, name`,
  )
  return rows.map(({ name }) => textOf(name))
}

/** Returns the tables and views of a schema. */
export async function tablesOf(sessions: MssqlSessions, schema: string): Promise<readonly TableName[]> {
  const rows = await sessions.look(
    `SELECT o.name, o.type FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
     WHERE s.name = @p1 AND o.type IN ('U', 'V') AND o.is_ms_shipped = 0 ORDER BY o.name`,
    [schema],
  )
  return rows.map(({ name, type }) => ({ name: textOf(name), kind: textOf(type).trim() === 'V' ? 'view' : 'table' }))
}

/** Returns a page of the tables and views of a schema whose names contain a text. */
export function findTablesOf(sessions: MssqlSessions, schema: string, search: TableSearch): Promise<TablePage> {
  return countedPage(async ({ text, limit, offset }) => {
    const rows = await sessions.look(
      `SELECT o.name, o.type, COUNT(*) OVER () AS count
       FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
       WHERE s.name = @p1 AND o.type IN ('U', 'V') AND o.is_ms_shipped = 0
         AND (DATALENGTH(@p2) = 0 OR CHARINDEX(LOWER(@p2), LOWER(o.name)) > 0)
       ORDER BY CASE WHEN CHARINDEX(LOWER(@p2), LOWER(o.name)) > 1 THEN 1 ELSE 0 END, o.name
       OFFSET ${offset} ROWS FETCH NEXT ${limit} ROWS ONLY`,
      [schema, text],
    )
    return rows.map(({ name, type, count }) => ({
      name: textOf(name),
      kind: textOf(type).trim() === 'V' ? 'view' : 'table',
      count: Number(count),
    }))
  }, search)
}

/** Returns the columns of a table in its order. Types that users have defined are shown as the type they are based on. */
export async function columnsOf(
  sessions: MssqlSessions,
  schema: string,
  table: string,
): Promise<readonly TableColumn[]> {
  const rows = await sessions.look(
    `SELECT c.name, ${TYPE_NAME} AS type, c.is_nullable AS nullable FROM sys.columns c
     JOIN sys.types t ON t.user_type_id = c.user_type_id
     LEFT JOIN sys.types b ON b.user_type_id = c.system_type_id
     WHERE c.object_id = (${OBJECT}) AND c.is_hidden = 0 ORDER BY c.column_id`,
    [schema, table],
  )
  return rows.map(({ name, type, nullable }) => mssqlColumn(textOf(name), textOf(type), nullable === true))
}

/** Returns the metadata of a table or view; undefined if it does not exist. */
export async function tableMetadataOf(
  sessions: MssqlSessions,
  schema: string,
  table: string,
): Promise<TableMetadata | undefined> {
  const qualifiedName = [schema, table]
  const [found] = await sessions.look(
    `SELECT o.type, OBJECT_DEFINITION(o.object_id) AS definition,
       (SELECT CAST(p.value AS nvarchar(4000)) FROM sys.extended_properties p
        WHERE p.class = 1 AND p.major_id = o.object_id AND p.minor_id = 0 AND p.name = 'MS_Description') AS comment,
       (SELECT SUM(p.rows) FROM sys.partitions p WHERE p.object_id = o.object_id AND p.index_id IN (0, 1)) AS estimate,
       (SELECT COUNT(*) FROM sys.triggers t WHERE t.parent_id = o.object_id)
         + (SELECT COUNT(*) FROM sys.foreign_keys f WHERE o.object_id IN (f.parent_object_id, f.referenced_object_id))
         AS effects
     FROM sys.objects o WHERE o.object_id = (${OBJECT})`,
    qualifiedName,
  )
  if (!found) return undefined
  const isView = textOf(found['type']).trim() === 'V'
  const columns = await sessions.look(
    `SELECT c.name, CAST(p.value AS nvarchar(4000)) AS comment,
       NULLIF(c.collation_name, CAST(DATABASEPROPERTYEX(DB_NAME(), 'Collation') AS sysname)) AS collation
     FROM sys.columns c LEFT JOIN sys.extended_properties p
       ON p.class = 1 AND p.major_id = c.object_id AND p.minor_id = c.column_id AND p.name = 'MS_Description'
     WHERE c.object_id = (${OBJECT}) ORDER BY c.column_id`,
    qualifiedName,
  )
  const { primary, others } = await indexesOf(sessions, qualifiedName)
  return {
    comment: textOf(found['comment']) || null,
    columnComments: textsOf(columns, 'comment'),
    columnCollations: textsOf(columns, 'collation'),
    primaryKey: primary ? { name: primary.name, columns: primary.columns } : null,
    indexes: others,
    foreignKeys: await foreignKeysOf(sessions, qualifiedName),
    partitions: null,
    rowEstimate: isView || found['estimate'] === null ? null : Number(found['estimate']),
    definition: textOf(found['definition']) || null,
    isDerived: isView,
    hasSideEffects: Number(found['effects']) > 0,
  }
}

/** Returns the texts of a field by column name, without columns that have none. */
function textsOf(rows: readonly Row[], field: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rows.filter((row) => textOf(row[field]) !== '').map((row) => [textOf(row['name']), textOf(row[field])]),
  )
}

async function indexesOf(
  sessions: MssqlSessions,
  qualifiedName: readonly string[],
): Promise<{ readonly primary: TableIndex | undefined; readonly others: readonly TableIndex[] }> {
  const rows = await sessions.look(
    `SELECT i.name, i.is_unique AS isUnique, i.is_primary_key AS isPrimary, c.name AS part FROM sys.indexes i
     JOIN sys.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.is_included_column = 0
     JOIN sys.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
     WHERE i.object_id = (${OBJECT}) AND i.name IS NOT NULL ORDER BY i.name, k.key_ordinal`,
    qualifiedName,
  )
  const indexes = groupsOf(rows).map(([name, parts]) => ({
    name,
    columns: parts.map(({ part }) => textOf(part)),
    unique: parts[0]?.['isUnique'] === true,
    isPrimary: parts[0]?.['isPrimary'] === true,
  }))
  const primary = indexes.find(({ isPrimary }) => isPrimary)
  const others = indexes.filter((each) => each !== primary)
  return { primary, others: others.map(({ name, columns, unique }) => ({ name, columns, unique })) }
}

async function foreignKeysOf(
  sessions: MssqlSessions,
  qualifiedName: readonly string[],
): Promise<readonly ForeignKey[]> {
  const rows = await sessions.look(
    `SELECT f.name, c.name AS part, s.name AS [schema], o.name AS [table], r.name AS referred FROM sys.foreign_keys f
     JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
     JOIN sys.columns c ON c.object_id = k.parent_object_id AND c.column_id = k.parent_column_id
     JOIN sys.columns r ON r.object_id = k.referenced_object_id AND r.column_id = k.referenced_column_id
     JOIN sys.objects o ON o.object_id = f.referenced_object_id
     JOIN sys.schemas s ON s.schema_id = o.schema_id
     WHERE f.parent_object_id = (${OBJECT}) ORDER BY f.name, k.constraint_column_id`,
    qualifiedName,
  )
  return groupsOf(rows).map(([name, parts]) => {
    const [first] = parts
    return {
      name,
      columns: parts.map(({ part }) => textOf(part)),
      schema: first?.['schema'] === qualifiedName[0] ? null : textOf(first?.['schema']),
      table: textOf(first?.['table']),
      referred: parts.map(({ referred }) => textOf(referred)),
    }
  })
}

function groupsOf(rows: readonly Row[]): readonly (readonly [string, readonly Row[]])[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(textOf(row['name']), [...(groups.get(textOf(row['name'])) ?? []), row])
  return [...groups]
}
