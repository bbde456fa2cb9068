import type { FieldDef } from 'pg'
import { genericOf, type LogicalType } from '#core/table/logical-type.ts'
import type { Call, ForeignCall, TableColumn, TableMetadata, TableName, TablePage, TableSearch } from '../engine.ts'
import { LOGICAL_BY_ID, shortTypeName } from './catalogue.ts'
import type { Connections } from './pool.ts'

/* Catalogue queries in the SQL that servers with the protocol of PostgreSQL have in common: no LATERAL, no `unnest`. */

const TEXT_TYPES = new Set(['text', 'varchar', 'bpchar', 'char', 'name'])
const OPAQUE_TYPES = new Set(['json', 'jsonb', 'super', 'geometry', 'geography', 'hllsketch'])

/** Returns all schemas of the database in order, also those of the server. */
export async function compatibleSchemas(connections: Connections): Promise<readonly string[]> {
  const rows = await connections.look('SELECT nspname AS name FROM pg_namespace ORDER BY nspname')
  return rows.map(({ name }) => String(name))
}

/** Returns the tables and views of a schema. */
export async function compatibleTables(connections: Connections, schema: string): Promise<readonly TableName[]> {
  const rows = await connections.look(
    `SELECT c.relname AS name, c.relkind AS kind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm') ORDER BY c.relname`,
    [schema],
  )
  return rows.map(tableOf)
}

/** Returns a page of the tables and views of a schema whose names contain a text. */
export async function findCompatibleTables(
  connections: Connections,
  schema: string,
  { text, limit, offset }: TableSearch,
): Promise<TablePage> {
  // Catalogue queries of some servers have no window functions.
  const matching = `FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
       AND strpos(lower(CAST(c.relname AS varchar)), lower($2)) > 0`
  const [total] = await connections.look(`SELECT count(*) AS count ${matching}`, [schema, text])
  const rows = await connections.look(
    `SELECT c.relname AS name, c.relkind AS kind ${matching}
     ORDER BY CASE WHEN strpos(lower(CAST(c.relname AS varchar)), lower($2)) = 1 THEN 0 ELSE 1 END, c.relname
     LIMIT ${limit} OFFSET ${offset}`,
    [schema, text],
  )
  return { count: Number(total?.['count']), tables: rows.map(tableOf) }
}

function tableOf({ name, kind }: Readonly<Record<string, unknown>>): TableName {
  return { name: String(name), kind: /[vm]/.test(String(kind)) ? 'view' : 'table' }
}

/** Returns the columns of a table in its order. */
export async function compatibleColumns(
  connections: Connections,
  schema: string,
  table: string,
): Promise<readonly TableColumn[]> {
  const rows = await connections.look(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
       t.oid AS id, t.typname AS base
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_type t ON t.oid = a.atttypid
     WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [schema, table],
  )
  return rows.map(({ name, type, nullable, id, base }) => {
    const logical = logicalTypeOf(Number(id), String(base))
    return {
      name: String(name),
      type: shortTypeName(String(type)),
      logical,
      generic: genericOf(logical),
      nullable: nullable === true,
    }
  })
}

/** Returns the columns of a result with their types. */
export async function describedColumns(
  connections: Connections,
  fields: readonly FieldDef[],
): Promise<readonly TableColumn[]> {
  if (fields.length === 0) return []
  const names = fields.map(
    ({ dataTypeID, dataTypeModifier }, index) => `format_type(${dataTypeID}, ${dataTypeModifier}) AS t${index}`,
  )
  const [types = {}] = await connections.look(`SELECT ${names.join(', ')}`)
  const ids = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))]
  const rows = await connections.look(`SELECT oid AS id, typname AS base FROM pg_type WHERE oid IN (${ids.join(', ')})`)
  const bases = new Map(rows.map(({ id, base }) => [Number(id), String(base)]))
  return fields.map(({ name, dataTypeID }, index) => {
    const logical = logicalTypeOf(dataTypeID, bases.get(dataTypeID) ?? '')
    return {
      name,
      type: shortTypeName(String(types[`t${index}`])),
      logical,
      generic: genericOf(logical),
      nullable: true,
    }
  })
}

function logicalTypeOf(id: number, base: string): LogicalType {
  const known = LOGICAL_BY_ID[id]
  if (known) return known
  if (TEXT_TYPES.has(base)) return 'text'
  if (OPAQUE_TYPES.has(base)) return 'opaque'
  return base.startsWith('_') ? 'list' : 'other'
}

/** Returns the comments and the primary key of a table or view; undefined if it does not exist. */
export async function compatibleMetadata(
  connections: Connections,
  schema: string,
  table: string,
): Promise<TableMetadata | undefined> {
  const [found] = await connections.look(
    `SELECT c.oid AS id, c.relkind AS kind, obj_description(c.oid) AS comment
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`,
    [schema, table],
  )
  if (!found) return undefined
  const parameters = [found['id']]
  const columns = await connections.look(
    'SELECT attnum AS number, attname AS name FROM pg_attribute WHERE attrelid = $1',
    parameters,
  )
  const comments = await connections.look(
    'SELECT objsubid AS number, description AS comment FROM pg_description WHERE objoid = $1 AND objsubid > 0',
    parameters,
  )
  const [key] = await connections.look(
    "SELECT conname AS name, conkey AS numbers FROM pg_constraint WHERE conrelid = $1 AND contype = 'p'",
    parameters,
  )
  const names = new Map(columns.map(({ number, name }) => [Number(number), String(name)]))
  const numbers = Array.isArray(key?.['numbers']) ? (key['numbers'] as readonly unknown[]) : []
  return {
    comment: typeof found['comment'] === 'string' ? found['comment'] : null,
    columnComments: Object.fromEntries(
      comments.map(({ number, comment }) => [names.get(Number(number)) ?? '', String(comment)]),
    ),
    columnCollations: {},
    primaryKey: key
      ? { name: String(key['name']), columns: numbers.map((each) => names.get(Number(each)) ?? '') }
      : null,
    indexes: [],
    foreignKeys: [],
    partitions: null,
    rowEstimate: null,
    definition: null,
    isDerived: found['kind'] !== 'r',
    hasSideEffects: true,
  }
}

/** Returns the calls that may be of a function of the database: none of them is harmless. */
export async function compatibleForeignCalls(
  connections: Connections,
  calls: readonly Call[],
): Promise<readonly ForeignCall[]> {
  const called = [...new Set(calls.filter(({ kind }) => kind !== 'type').map(({ name }) => name))]
  if (called.length === 0) return []
  const rows = await connections.look(
    `SELECT p.proname AS name, n.nspname AS schema FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname <> 'pg_catalog' AND p.proname IN (${called.map((_, index) => `$${index + 1}`).join(', ')})`,
    called,
  )
  return calls.flatMap((call) =>
    rows
      .filter(({ name, schema }) => name === call.name && (call.schema === null || call.schema === schema))
      .map(({ schema }) => ({ ...call, home: String(schema), harmless: false })),
  )
}
