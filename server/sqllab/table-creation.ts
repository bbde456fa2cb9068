import { basename } from 'node:path'
import type { CurrentUser } from '#core/access/current-user.ts'
import { type Database, EXAMPLES_URI } from '#core/entity/database.ts'
import type { QueryCreation } from '#core/entity/query.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { splitStatements } from '#core/sql/statements.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import { transitiveSources } from '#server/dataset/hidden-tables.ts'
import type { Source } from '#server/dataset/sources.ts'
import type { NamedTable } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { GuardedSource } from '#server/sql/guard.ts'
import type { CreatedTable } from '#server/store/created-tables.ts'
import type { Store } from '#server/store/store.ts'

/** Maximum characters of a name if the engine has no limit. */
const MAX_NAME = 250

// oxlint-disable-next-line no-control-regex -- names with control characters are refused
const CONTROL = /[\u0000-\u001f\u007f]/

/** A table or view as requested by the caller. */
export interface CreationRequest {
  readonly method: 'TABLE' | 'VIEW'
  readonly name: string
}

/** Throws if the engine cannot change data or create tables. */
export function requireSupport(code: 'ctas-engine' | 'dml-engine', backend: string): void {
  const engine = engineNamed(backend)
  if (engine && !engine.canChangeData) throw new ApiError(code, { args: [engine.label] })
}

/** Rejects the creation of tables or views if the engine or the database does not allow it, or it has the examples. */
function requireCreation(database: Database, method: CreationRequest['method']): void {
  requireSupport('ctas-engine', database.backend)
  if (isExamples(database)) throw new ApiError('ctas-examples')
  const isAllowed = method === 'TABLE' ? database.allow_ctas : database.allow_cvas
  if (!isAllowed) throw new ApiError('ctas-off', { args: [database.database_name] })
}

/** True if a database reads the file of the examples, however its URI spells the name. */
export function isExamples({ backend, sqlalchemy_uri }: Database): boolean {
  const fileOf = (uri: string) => {
    const file = engineNamed(backend)?.parseUri(uri)?.['file']
    return file === undefined ? undefined : basename(String(file)).toLowerCase()
  }
  const file = fileOf(sqlalchemy_uri)
  return file !== undefined && file === fileOf(EXAMPLES_URI)
}

/**
 * Returns the target of the last SELECT of `sql`: in the schema the database prescribes, else in that of the caller.
 */
export async function resolveCreation(
  chartData: ChartDataService,
  database: Database,
  { method, name }: CreationRequest,
  { sql, schema }: { readonly sql: string; readonly schema: string | null },
): Promise<QueryCreation> {
  requireCreation(database, method)
  if (method === 'VIEW' && splitStatements(sql).length > 1) throw new ApiError('cvas-not-select', { sql })
  await chartData.sources.requireHeld(database, 'create')
  return chartData.sources.use(database, async ({ connection, engine }) => {
    const { dialect } = engine
    if (!connection.create) throw new ApiError('ctas-engine', { args: [engine.label] })
    const isLong = Buffer.byteLength(name) > (dialect.identifierLimit ?? MAX_NAME)
    if (name.trim() === '' || isLong || CONTROL.test(name)) throw new ApiError('ctas-name')
    const schemas = await connection.schemas()
    const target = database.force_ctas_schema || schema || dialect.defaultSchema(schemas)
    const isCatalogue = dialect.isCatalogue({ schema: dialect.fold(target), name: dialect.fold(name) })
    if (!schemas.includes(target) || isCatalogue) throw new ApiError('ctas-schema', { args: [target] })
    await requireNew(connection, dialect, { method, schema: target, name })
    return { method, schema: target, name }
  })
}

async function requireNew(
  connection: Source['connection'],
  { fold }: Pick<Source['engine']['dialect'], 'fold'>,
  { schema, name }: QueryCreation,
): Promise<void> {
  const existing = (await connection.tables(schema)).find((table) => fold(table.name) === fold(name))
  if (existing) throw new ApiError('ctas-exists', { args: [existing.name] })
}

interface CreationRun {
  readonly store: Store
  readonly user: CurrentUser
  readonly database: Database
  readonly creation: QueryCreation
  readonly signal: AbortSignal
}

/**
 * Creates a table or view from a validated SELECT. Its sources are stored before it exists, so that it is never
 * readable without them.
 */
export async function createTableFromSelect(
  { engine, connection }: Source,
  { statement, tables }: GuardedSource,
  { store, user, database, creation, signal }: CreationRun,
): Promise<void> {
  const { dialect } = engine
  requireCreation(database, creation.method)
  if (!connection.create) throw new ApiError('ctas-engine', { args: [engine.label] })
  await requireNew(connection, dialect, creation)
  const before = await store.createdTables.ofDatabase(database.id)
  const entry = await store.createdTables.add({
    database_id: database.id,
    schema: creation.schema,
    name: creation.name,
    method: creation.method,
    user_id: user.userId,
    sources: sourcesOf(tables, before, dialect),
  })
  try {
    await connection.create(creation, statement, signal)
  } catch (error) {
    // An interrupted creation may have succeeded: then the record stays.
    const left = await connection.tables(creation.schema).catch(() => undefined)
    const isAbsent =
      left && !signal.aborted && !left.some(({ name }) => dialect.fold(name) === dialect.fold(creation.name))
    if (isAbsent || isExisting(error)) await store.createdTables.remove(entry)
    throw error
  }
  // No table had this name before: earlier records belong to a table that was dropped outside the product.
  const isOutdated = ({ schema, name }: CreatedTable) =>
    dialect.fold(schema) === dialect.fold(creation.schema) && dialect.fold(name) === dialect.fold(creation.name)
  await store.createdTables.remove(...before.filter(isOutdated).map(({ id }) => id))
}

const isExisting = (error: unknown): boolean => error instanceof ApiError && error.code === 'ctas-exists'

/** Returns the folded names of tables and of their sources, in order. */
export function sourcesOf(
  tables: readonly NamedTable[],
  created: readonly CreatedTable[],
  { fold }: Pick<Source['engine']['dialect'], 'fold'>,
): readonly string[] {
  const names = tables.map(({ name }) => name)
  return transitiveSources(names, created, fold).toSorted()
}
