import type { ForeignKey, TableMetadata, TableIndex } from '../engine.ts'
import { CATALOG } from './open-database.ts'

type RunCatalogueQuery = (text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const WITHIN = 'database_name = $1 AND schema_name = $2 AND table_name = $3'

/** Returns the metadata of a table or view in DuckDB; there are no partitions. */
export async function tableMetadataOf(
  runQuery: RunCatalogueQuery,
  schema: string,
  table: string,
): Promise<TableMetadata | undefined> {
  const qualifiedName = [CATALOG, schema, table]
  const [named] = await runQuery(
    `SELECT comment, sql, estimated_size AS rows FROM duckdb_tables() WHERE ${WITHIN}
     UNION ALL SELECT comment, sql, NULL FROM duckdb_views() WHERE ${WITHIN.replace('table_name', 'view_name')}`,
    qualifiedName,
  )
  if (!named) return undefined
  const columns = await runQuery(
    `SELECT column_name AS name, comment FROM duckdb_columns() WHERE ${WITHIN} AND comment IS NOT NULL`,
    qualifiedName,
  )
  const indexes = await runQuery(
    `SELECT index_name AS name, is_unique AS uniq, CAST(expressions AS VARCHAR[]) AS columns, sql
     FROM duckdb_indexes() WHERE ${WITHIN} ORDER BY 1`,
    qualifiedName,
  )
  const constraints = await runQuery(
    `SELECT constraint_type AS kind, constraint_name AS name, constraint_column_names AS columns,
       referenced_table AS referred_table, referenced_column_names AS referred
     FROM duckdb_constraints() WHERE ${WITHIN} AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
     ORDER BY constraint_index`,
    qualifiedName,
  )
  const referring = await runQuery(
    `SELECT 1 FROM duckdb_constraints() WHERE database_name = $1 AND constraint_type = 'FOREIGN KEY'
     AND lower(referenced_table) = lower($2) LIMIT 1`,
    [CATALOG, table],
  )
  const primary = constraints.find(({ kind }) => kind === 'PRIMARY KEY')
  return {
    comment: text(named.comment),
    columnComments: Object.fromEntries(columns.map((row) => [String(row.name), String(row.comment)])),
    columnCollations: collationsIn(String(named.sql)),
    primaryKey: primary ? { name: text(primary.name), columns: texts(primary.columns) } : null,
    indexes: [
      ...constraints.filter(({ kind }) => kind === 'UNIQUE').map(uniqueOf),
      ...indexes.map((row) => ({
        name: String(row.name),
        columns: texts(row.columns).map(unquoteName),
        unique: row.uniq === true,
      })),
    ],
    foreignKeys: constraints.filter(({ kind }) => kind === 'FOREIGN KEY').map(foreignOf),
    partitions: null,
    rowEstimate: named.rows === null ? null : Number(named.rows),
    definition: [named, ...indexes].map(({ sql }) => String(sql)).join('\n'),
    isDerived: named.rows === null,
    hasSideEffects: constraints.some(({ kind }) => kind === 'FOREIGN KEY') || referring.length > 0,
  }
}

const COLLATED =
  /'(?:[^']|'')*'|("(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*) VARCHAR COLLATE ("(?:[^"]|"")*"|[\p{L}\p{N}_.]+)/gu

/** Returns the collations in a CREATE TABLE statement, by column: DuckDB shows them nowhere else. */
function collationsIn(sql: string): Readonly<Record<string, string>> {
  if (!/^CREATE TABLE/i.test(sql)) return {}
  const found = [...sql.matchAll(COLLATED)].filter(([, column]) => column !== undefined)
  return Object.fromEntries(found.map(([, column = '', name = '']) => [unquoteName(column), unquoteName(name)]))
}

function uniqueOf(row: Record<string, unknown>): TableIndex {
  return { name: String(row.name), columns: texts(row.columns), unique: true }
}

function foreignOf(row: Record<string, unknown>): ForeignKey {
  const { name, columns, referred_table: table, referred } = row
  return { name: String(name), columns: texts(columns), schema: null, table: String(table), referred: texts(referred) }
}

/** Index columns are printed as expressions: quoted if the name requires it. */
function unquoteName(expression: string): string {
  const inner = /^'?"(.*)"'?$/s.exec(expression)?.[1]
  return inner === undefined ? expression : inner.replaceAll('""', '"')
}
