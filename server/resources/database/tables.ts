import { ownValue } from '#core/rest/json.ts'
import {
  functionsResponse,
  namesResponse,
  sqlResponse,
  tableResponse,
  type tableKey,
  tablesResponse,
} from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import { uploadSchemasOf } from '#core/access/upload.ts'
import { allowedFunctions } from '#core/entity/allowed-functions.ts'
import type { Database } from '#core/entity/database.ts'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { parseRelatedQuery } from '#core/rest/list-query.ts'
import { hiddenTables } from '#server/dataset/hidden-tables.ts'
import { tablesWithRules } from '#server/dataset/row-rules.ts'
import type { Source } from '#server/dataset/sources.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { TableMetadata, TablePage, TableSearch } from '#server/engines/engine.ts'
import { tablePage } from '#server/engines/table-page.ts'
import { callerHasFullDatabaseAccess } from '#server/resources/shared/database-access.ts'
import { selectStar as starText } from '#server/resources/shared/select-star.ts'
import { type RouteResponse, type RouteRequest, jsonResponse } from '#server/route/route.ts'
import { tableVisibility } from '#server/resources/shared/table-visibility.ts'

/** Returns the schemas the caller may see. */
export async function visibleSchemas(
  database: Database,
  request: RouteRequest,
  isForced: boolean,
): Promise<readonly string[]> {
  const { sources } = request.context.chartData
  const [defaultSchemaName, all] = await sources.use(database, async (source) => {
    if (isForced) sources.catalogue.drop(source)
    const names = await sources.catalogue.schemas(database, source)
    return [source.engine.dialect.defaultSchema(names), names] as const
  })
  const visibility = await tableVisibility(request, database, defaultSchemaName)
  return all.filter((name) => visibility.schema(name))
}

const schemasQuery = z.looseObject({ upload_allowed: z.boolean().optional(), force: z.boolean().optional() })

/** `GET /:id/schemas`; with `upload_allowed`, the schemas that take uploads. */
export async function listSchemas(database: Database, request: RouteRequest): Promise<RouteResponse> {
  const read = readBody(schemasQuery, request.q ?? {})
  if ('errors' in read) throw new ApiError('q-schema', { args: ["'upload_allowed' and 'force' must be booleans"] })
  const isForUpload = read.ok.upload_allowed === true
  if (isForUpload && !database.allow_file_upload) return jsonResponse(namesResponse, { result: [] })
  const allowed = isForUpload ? uploadSchemasOf(database) : []
  const visible = await visibleSchemas(database, request, read.ok.force === true)
  return jsonResponse(namesResponse, {
    result: visible.filter((schema) => allowed.length === 0 || allowed.includes(schema)),
  })
}

/**
 * Lists the functions that SQL may call: those of the engine that read nothing but their arguments, then those that an
 * administrator has allowed by name.
 */
export async function listFunctions(database: Database): Promise<RouteResponse> {
  const own = engineNamed(database.backend)?.dialect.functionNames ?? []
  const named = allowedFunctions(database.extra).map((name) => name.trim())
  // Only the database knows the function names that a pattern matches.
  return jsonResponse(functionsResponse, { function_names: [...own, ...named.filter((name) => !name.endsWith('*'))] })
}

const tablesQuery = z.looseObject({ schema_name: z.string(), force: z.boolean().optional() })

/** The parts of a query with which one page of tables is sent instead of all. */
const PAGE_FIELDS = ['filter', 'page', 'page_size']

interface TablesRequest {
  /** Absent for the default schema of the database. */
  readonly schema: string | undefined
  /** Absent for all tables. */
  readonly search?: TableSearch
  readonly isForced: boolean
}

/** Returns the tables and views of a schema that the caller may see, and the number of all that match the search. */
export async function visibleTables(
  database: Database,
  request: RouteRequest,
  { schema: named, search, isForced }: TablesRequest,
): Promise<TablePage & { readonly schema: string }> {
  const { sources } = request.context.chartData
  const { catalogue } = sources
  return sources.use(database, async (source) => {
    if (isForced) catalogue.drop(source)
    const defaultSchemaName = source.engine.dialect.defaultSchema(await catalogue.schemas(database, source))
    const schema = named ?? defaultSchemaName
    const visibility = await tableVisibility(request, database, defaultSchemaName)
    if (search && visibility.wholeSchema(schema))
      return { schema, ...(await catalogue.findTables(database, source, schema, search)) }
    const all = await catalogue.tables(database, source, schema)
    const visible = all.filter(({ name }) => visibility.table(schema, name))
    return { schema, ...(search ? tablePage(visible, search) : { count: visible.length, tables: visible }) }
  })
}

/** `GET /:id/tables`; with `filter`, `page` or `page_size`, a page of the tables whose names contain the text. */
export async function listTables(database: Database, request: RouteRequest): Promise<RouteResponse> {
  const read = readBody(tablesQuery, request.q)
  if ('errors' in read) throw new ApiError('q-schema', { args: ["'schema_name' is a required property"] })
  const isPage = PAGE_FIELDS.some((name) => read.ok[name] !== undefined)
  const { filter, page, pageSize } = parseRelatedQuery(isPage ? request.q : {})
  const { count, tables } = await visibleTables(database, request, {
    schema: read.ok.schema_name,
    ...(isPage && { search: { text: filter, limit: pageSize, offset: page * pageSize } }),
    isForced: read.ok.force === true,
  })
  const result = tables.map(({ name, kind }) => ({ value: name, type: kind, extra: null }))
  return jsonResponse(tablesResponse, { count, result })
}

/** A table named in a URL. `undefined`, `null` or no schema means the default one. */
interface TableReference {
  readonly schema: string
  readonly table: string
}

/**
 * Calls a function with the table of the URL; throws `not-found` if the table does not exist or the caller may not see
 * it.
 */
async function withTable<T>(
  database: Database,
  request: RouteRequest,
  work: (tableReference: TableReference, source: Source, metadata: TableMetadata) => Promise<T>,
): Promise<T> {
  const { table = '', schema: named } = request.params
  const { sources } = request.context.chartData
  return sources.use(database, async (source) => {
    const names = await sources.catalogue.schemas(database, source)
    const defaultSchemaName = source.engine.dialect.defaultSchema(names)
    const schema = named === undefined || named === 'undefined' || named === 'null' ? defaultSchemaName : named
    const visibility = await tableVisibility(request, database, defaultSchemaName)
    const metadata = visibility.table(schema, table) ? await source.connection.tableMetadata(schema, table) : undefined
    if (!metadata) throw new ApiError('not-found')
    return work({ schema, table }, source, metadata)
  })
}

function starOf({ schema, table }: TableReference, { engine }: Source, columns?: readonly string[]): string {
  return starText(engine.dialect, schema, table, columns)
}

type Key = z.output<typeof tableKey>

/** Returns a table key in wire form. */
function keyOf(type: 'pk' | 'fk' | 'index' | 'unique', columns: readonly string[], name: string | null): Key {
  return { column_names: [...columns], name, type }
}

function keysOf(metadata: TableMetadata): readonly { readonly columns: readonly string[]; readonly json: Key }[] {
  const { primaryKey, foreignKeys, indexes } = metadata
  return [
    ...(primaryKey ? [{ columns: primaryKey.columns, json: keyOf('pk', primaryKey.columns, primaryKey.name) }] : []),
    ...foreignKeys.map((key) => ({
      columns: key.columns,
      json: {
        ...keyOf('fk', key.columns, key.name),
        options: {},
        referred_columns: [...key.referred],
        referred_schema: key.schema,
        referred_table: key.table,
      },
    })),
    ...indexes.map(({ columns, name, unique }) => ({
      columns,
      json: keyOf(unique ? 'unique' : 'index', columns, name),
    })),
  ]
}

/** True if the user may see all rows of a table: no row rule or mask applies to it, nor to a source of it. */
async function isOpen(
  { table }: TableReference,
  database: Database,
  request: RouteRequest,
  { engine: { dialect } }: Source,
  { isDerived }: TableMetadata,
): Promise<boolean> {
  if (!callerHasFullDatabaseAccess(request, database)) return false
  const { store } = request.context
  const tableRules = await tablesWithRules(store, request.user, database)
  const isRuled = tableRules.some(({ dataset }) => dialect.fold(dataset.table_name) === dialect.fold(table))
  if (isRuled || (isDerived && tableRules.length > 0)) return false
  const created = await hiddenTables(store, request.user, database, dialect)
  return !created.some(({ name }) => dialect.fold(name) === dialect.fold(table))
}

/** Returns columns, keys and comments of a table, with its row estimate and definition if the user may see them. */
export function showTable(database: Database, request: RouteRequest): Promise<RouteResponse> {
  return withTable(database, request, async (tableReference, source, metadata) => {
    const keys = keysOf(metadata)
    const columns = (await source.connection.columns(tableReference.schema, tableReference.table)).map(
      ({ name, type }) => ({
        name,
        type: type.replace(/\(.*$/s, ''),
        longType: type,
        keys: keys.filter((key) => key.columns.includes(name)).map(({ json }) => json),
        comment: ownValue(metadata.columnComments, name) ?? null,
      }),
    )
    const { primaryKey, foreignKeys, indexes } = metadata
    const ofKind = (from: number, count: number) => keys.slice(from, from + count).map(({ json }) => json)
    const first = primaryKey ? 1 : 0
    return jsonResponse(tableResponse, {
      name: tableReference.table,
      columns,
      foreignKeys: ofKind(first, foreignKeys.length),
      indexes: ofKind(first + foreignKeys.length, indexes.length),
      primaryKey: primaryKey ? keys[0]?.json : { column_names: [], name: null, type: null },
      selectStar: starOf(
        tableReference,
        source,
        columns.map(({ name }) => name),
      ),
      comment: metadata.comment,
      ...((await isOpen(tableReference, database, request, source, metadata))
        ? { rowEstimate: metadata.rowEstimate, createStatement: metadata.definition }
        : { rowEstimate: null, createStatement: null }),
    })
  })
}

/** Returns the partitions of a table, its comment and its index names; an empty object if there are none. */
export function showExtra(database: Database, request: RouteRequest): Promise<RouteResponse> {
  return withTable(database, request, async (tableReference, source, description) => {
    const { comment, indexes, partitions } = description
    const metadata = {
      ...(comment === null ? {} : { comment }),
      ...(indexes.length === 0 ? {} : { indexes: indexes.map(({ name }) => name) }),
    }
    if (!partitions) return { status: 200, json: Object.keys(metadata).length > 0 ? { metadata } : {} }
    const { columns: cols, query: partitionQuery } = partitions
    // The latest partition is a value of a row.
    const latest = (await isOpen(tableReference, database, request, source, description)) ? partitions.latest : {}
    return { status: 200, json: { metadata, partitions: { cols, latest, partitionQuery }, clustering: {} } }
  })
}

/** Returns a SELECT of all columns of the table. */
export function selectStar(database: Database, request: RouteRequest): Promise<RouteResponse> {
  return withTable(database, request, async (tableReference, source) =>
    jsonResponse(sqlResponse, { result: starOf(tableReference, source) }),
  )
}
