import type { FieldDef } from 'pg'
import { genericOf, type LogicalType } from '#core/table/logical-type.ts'
import type { TableColumn, TableName, TablePage, TableSearch } from '../engine.ts'
import { countedPage } from '../table-page.ts'
import type { Connections } from './pool.ts'

/** Returns the schemas that the user may access, the default one first. */
export async function schemasOf(connections: Connections): Promise<readonly string[]> {
  const rows = await connections.look(
    `SELECT nspname AS name FROM pg_namespace
     WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND has_schema_privilege(oid, 'USAGE')
     ORDER BY nspname <> 'public', 1`,
  )
  return rows.map(({ name }) => String(name))
}

/**
 * Returns tables, including partitioned and foreign ones, and views, including materialized ones; partitions are not
 * listed separately.
 */
export async function tablesOf(connections: Connections, schema: string): Promise<readonly TableName[]> {
  const rows = await connections.look(
    `SELECT c.relname AS name, c.relkind IN ('v', 'm') AS view
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition ORDER BY 1`,
    [schema],
  )
  return rows.map(({ name, view }) => ({ name: String(name), kind: view === true ? 'view' : 'table' }))
}

/** Returns a page of the tables and views of a schema whose names contain a text. */
export function findTablesOf(connections: Connections, schema: string, search: TableSearch): Promise<TablePage> {
  return countedPage(async ({ text, limit, offset }) => {
    const rows = await connections.look(
      `SELECT c.relname AS name, c.relkind IN ('v', 'm') AS view, count(*) OVER () AS count
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
         AND strpos(lower(c.relname::text), lower($2)) > 0
       ORDER BY strpos(lower(c.relname::text), lower($2)) > 1, 1 LIMIT $3 OFFSET $4`,
      [schema, text, limit, offset],
    )
    return rows.map(({ name, view, count }) => ({
      name: String(name),
      kind: view === true ? 'view' : 'table',
      count: Number(count),
    }))
  }, search)
}

export async function columnsOf(
  connections: Connections,
  schema: string,
  table: string,
): Promise<readonly TableColumn[]> {
  const rows = await connections.look(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
       t.oid::int AS id
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_type t ON t.oid = a.atttypid
     WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [schema, table],
  )
  const types = await logicalTypes(
    connections,
    rows.map(({ id }) => Number(id)),
  )
  return rows.map((row, index) => ({
    name: String(row.name),
    type: shortTypeName(String(row.type)),
    logical: types[index] ?? 'other',
    generic: genericOf(types[index] ?? 'other'),
    nullable: row.nullable === true,
  }))
}

/** By object id; other types are looked up in the catalogue. */
export const LOGICAL_BY_ID: Readonly<Record<number, LogicalType>> = {
  16: 'boolean',
  17: 'bytes',
  20: 'integer',
  21: 'integer',
  23: 'integer',
  26: 'integer',
  700: 'real',
  701: 'double',
  1082: 'date',
  1114: 'timestamp',
  1184: 'timestamp',
  1700: 'decimal',
}

/**
 * Returns the logical types of types by their object ids. A domain has the type of its innermost base. A type without a
 * default order has no equality, unless it is a list, text or enumeration.
 */
export async function logicalTypes(connections: Connections, ids: readonly number[]): Promise<readonly LogicalType[]> {
  if (ids.length === 0) return []
  const rows = await connections.look(
    `WITH RECURSIVE base(id, type) AS (
       SELECT DISTINCT id, id FROM unnest($1::oid[]) AS asked(id)
       UNION ALL SELECT base.id, t.typbasetype FROM base JOIN pg_type t ON t.oid = base.type WHERE t.typtype = 'd'
     )
     SELECT base.id::int AS id, t.oid::int AS type, t.typcategory AS category, t.typtype = 'b' AND NOT EXISTS (
       SELECT 1 FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod
       WHERE m.amname = 'btree' AND o.opcdefault AND o.opcintype = t.oid
     ) AS unordered
     FROM base JOIN pg_type t ON t.oid = base.type WHERE t.typtype <> 'd'`,
    [ids],
  )
  const found = new Map(rows.map((row) => [Number(row.id), logicalOf(row)]))
  return ids.map((id) => found.get(id) ?? 'other')
}

function logicalOf({ type, category, unordered }: Record<string, unknown>): LogicalType {
  const known = LOGICAL_BY_ID[Number(type)]
  if (known) return known
  if (category === 'A') return 'list'
  if (category === 'S') return 'text'
  // A text cannot be parsed as a row of a type that the statement does not name.
  if (category === 'C') return 'opaque'
  return unordered === true && (category === 'U' || category === 'G') ? 'opaque' : 'other'
}

/** Returns the type names of the columns of a result. */
export async function typeNames(connections: Connections, fields: readonly FieldDef[]): Promise<readonly string[]> {
  if (fields.length === 0) return []
  const rows = await connections.look(
    `SELECT format_type(id, modifier) AS type
     FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS asked(id, modifier, position) ORDER BY position`,
    [fields.map(({ dataTypeID }) => dataTypeID), fields.map(({ dataTypeModifier }) => dataTypeModifier)],
  )
  return rows.map(({ type }) => shortTypeName(String(type)))
}

/** Returns the short type name in upper case, as in forms and saved datasets. */
export function shortTypeName(type: string): string {
  return type
    .toUpperCase()
    .replace('CHARACTER VARYING', 'VARCHAR')
    .replace(/^CHARACTER\b/, 'CHAR')
}

/** The server reports a missing table and a missing schema alike; this tells which one it is. */
export async function explainMissingTable(failed: unknown, connections: Connections): Promise<unknown> {
  const { code, message } = failed as { readonly code?: unknown; readonly message?: unknown }
  const schema = code === '42P01' ? /relation "([^".]+)\./.exec(String(message))?.[1] : undefined
  if (schema === undefined) return failed
  const rows = await connections.look('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]).catch(() => [0])
  if (rows.length > 0) return failed
  return Object.assign(new Error(`schema "${schema}" does not exist`, { cause: failed }), { code: '3F000' })
}
