import { textLiteral } from '../ansi.ts'
import type { ForeignKey, Partitions, TableMetadata, TableIndex } from '../engine.ts'
import { dialect } from './dialect.ts'
import type { Connections } from './pool.ts'
import { DEFINITION, ROW_ESTIMATE } from './table-definition.ts'

/** The catalogue data of one query. */
interface CatalogueRow {
  readonly comment: string | null
  readonly comments: Readonly<Record<string, string>> | null
  readonly collations: Readonly<Record<string, string>> | null
  readonly indexes: readonly (TableIndex & { readonly primary: boolean })[] | null
  readonly keys: readonly (ForeignKey & { readonly schema: string })[] | null
  readonly partitioned: readonly string[]
  readonly bounds: readonly string[]
  readonly rows: number | null
  readonly definition: string | null
  readonly derived: boolean
  readonly effects: boolean
}

const names = (numbers: string, relation: string): string =>
  `ARRAY(SELECT a.attname::text FROM unnest(${numbers}) WITH ORDINALITY AS at(number, place)
    JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = at.number ORDER BY at.place)`

const TABLE_METADATA = `
SELECT json_build_object(
  'comment', obj_description(c.oid, 'pg_class'),
  'comments', (SELECT json_object_agg(a.attname, d.description) FROM pg_description d
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid
    WHERE d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid > 0),
  'collations', (SELECT json_object_agg(a.attname, l.collname) FROM pg_attribute a
    JOIN pg_collation l ON l.oid = a.attcollation
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND l.collname <> 'default'),
  'indexes', (SELECT json_agg(json_build_object('name', i.relname, 'primary', x.indisprimary, 'unique', x.indisunique,
      'columns', ARRAY(SELECT pg_get_indexdef(x.indexrelid, place, true) FROM generate_series(1, x.indnkeyatts) AS at(place)))
    ORDER BY i.relname) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid WHERE x.indrelid = c.oid),
  'keys', (SELECT json_agg(json_build_object('name', k.conname, 'schema', s.nspname, 'table', r.relname,
      'columns', ${names('k.conkey', 'k.conrelid')}, 'referred', ${names('k.confkey', 'k.confrelid')}) ORDER BY k.conname)
    FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace s ON s.oid = r.relnamespace
    WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0),
  'partitioned', (SELECT coalesce(json_agg(name), '[]') FROM pg_partitioned_table p,
    unnest(${names('p.partattrs::int2[]', 'p.partrelid')}) AS name WHERE p.partrelid = c.oid),
  'bounds', ARRAY(SELECT pg_get_expr(part.relpartbound, part.oid) FROM pg_inherits h
    JOIN pg_class part ON part.oid = h.inhrelid WHERE h.inhparent = c.oid AND part.relispartition),
  'rows', ${ROW_ESTIMATE},
  'definition', ${DEFINITION},
  'derived', c.relkind <> 'r' OR EXISTS (SELECT FROM pg_inherits h WHERE c.oid IN (h.inhrelid, h.inhparent)),
  'effects', c.relhasrules OR EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)
    OR EXISTS (SELECT FROM pg_constraint k WHERE c.oid IN (k.conrelid, k.confrelid) AND k.contype = 'f')
)::text AS facts
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`

/** Returns the metadata of a table or view in PostgreSQL. */
export async function tableMetadataOf(
  connections: Connections,
  schema: string,
  table: string,
): Promise<TableMetadata | undefined> {
  const [row] = await connections.look(TABLE_METADATA, [schema, table])
  if (!row) return undefined
  const found = JSON.parse(String(row.facts)) as CatalogueRow
  const indexes = (found.indexes ?? []).map(({ primary, ...index }) => ({
    primary,
    index: { ...index, columns: index.columns.map(unquoteName) },
  }))
  const primary = indexes.find((each) => each.primary)?.index
  return {
    comment: found.comment,
    columnComments: found.comments ?? {},
    columnCollations: found.collations ?? {},
    primaryKey: primary ? { name: primary.name, columns: primary.columns } : null,
    indexes: indexes.filter((each) => !each.primary).map(({ index }) => index),
    foreignKeys: (found.keys ?? []).map((key) => ({ ...key, schema: key.schema === schema ? null : key.schema })),
    partitions: partitionsOf(found, schema, table),
    rowEstimate: found.rows,
    definition: found.definition,
    isDerived: found.derived,
    hasSideEffects: found.effects,
  }
}

function unquoteName(name: string): string {
  const inner = /^"(.*)"$/s.exec(name)?.[1]
  return inner === undefined ? name : inner.replaceAll('""', '"')
}

function partitionsOf({ partitioned, bounds }: CatalogueRow, schema: string, table: string): Partitions {
  if (partitioned.length === 0) return { columns: [], latest: {}, query: '' }
  const qualifiedName = textLiteral(`${dialect.quote(schema)}.${dialect.quote(table)}`)
  return {
    columns: partitioned,
    latest: latestOf(partitioned, bounds),
    query: `SELECT inhrelid::regclass AS partition, pg_get_expr(relpartbound, oid) AS bound
FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = ${qualifiedName}::regclass`,
  }
}

/**
 * Parses `FOR VALUES FROM ('2024-01-01') TO (...)` or `FOR VALUES IN ('a')`; hash and default partitions have no order.
 */
function firstValues(bound: string): readonly string[] | undefined {
  const inner = /^FOR VALUES (?:FROM|IN) \((.*?)\)(?: TO .*)?$/s.exec(bound)?.[1]
  const values = inner === undefined ? [] : [...inner.matchAll(/'((?:[^']|'')*)'|([^,\s]+)/g)]
  const read = values.map(([, quoted, bare]) => (quoted === undefined ? (bare ?? '') : quoted.replaceAll("''", "'")))
  return read.length === 0 || read.includes('MINVALUE') ? undefined : read
}

function latestOf(columns: readonly string[], bounds: readonly string[]): Readonly<Record<string, string>> {
  const order = new Intl.Collator('en', { numeric: true })
  const [last] = bounds
    .map(firstValues)
    .filter((values) => values !== undefined)
    .toSorted((a, b) => order.compare(b.join(' '), a.join(' ')))
  return last ? Object.fromEntries(columns.map((column, at) => [column, last[at] ?? ''])) : {}
}
