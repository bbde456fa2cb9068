import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { datasetsWithRules } from '#server/dataset/row-rules.ts'
import type { Source } from '#server/dataset/sources.ts'
import type { NamedTable, WriteKind } from '#server/engines/engine.ts'
import { type GuardedChange, uniqueNames } from '#server/sql/guard.ts'
import type { TableWithRules } from '#server/sql/rules.ts'
import type { Store } from '#server/store/store.ts'
import { isTemplate } from '#server/templates/macros.ts'
import { isExamples, requireSupport, sourcesOf } from './table-creation.ts'

/** The user and database of a change, and the row-level security rules for the user. */
export interface ChangeRun {
  readonly store: Store
  readonly user: CurrentUser
  readonly database: Database
  readonly ruled: readonly TableWithRules[]
  readonly signal: AbortSignal
}

/** A table or view as described by the database. */
interface Target {
  readonly schema: string
  readonly name: string
  readonly kind: 'table' | 'view' | 'absent'
}

/** Statements that write what they read into their target. */
const COPIES: ReadonlySet<WriteKind> = new Set(['INSERT', 'UPDATE', 'MERGE', 'CREATE TABLE', 'CREATE VIEW'])
const ROW_CHANGES: ReadonlySet<WriteKind> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE'])

/** Rejects changes if the engine or the database does not allow them at this moment, or it is the examples database. */
export async function requireDmlAllowed(store: Store, { id, sqlalchemy_uri, backend }: Database): Promise<void> {
  const database = await store.databases.get(id)
  // A statement checked for the former URI would not be checked against the tables of the new one.
  if (!database || database.sqlalchemy_uri !== sqlalchemy_uri) throw new ApiError('database-missing')
  requireSupport('dml-engine', backend)
  if (!database.allow_dml) throw new ApiError('dml-refused')
  if (isExamples(database)) throw new ApiError('dml-examples')
}

/** Rejects templates that may reference a virtual dataset if the user has a row-level security rule on one. */
export async function requireNoRulesOnVirtualDatasets(
  store: Store,
  user: CurrentUser,
  database: Database,
  sql: string,
): Promise<void> {
  if (!isTemplate(sql)) return
  const datasetRules = (await datasetsWithRules(store, user, database)).filter(({ dataset }) => dataset.sql)
  if (datasetRules.length > 0)
    throw new ApiError('dml-rules', { args: [datasetRules.map(({ dataset }) => dataset.table_name).join(', ')] })
}

/**
 * Runs a validated statement and returns how many rows it changed. The sources of tables that rows are copied into are
 * stored first, so that the tables are never readable without them. Afterwards, cached results of the database are
 * invalid. This also holds if the statement failed: the error may have come after the commit.
 */
export async function changeData(source: Source, change: GuardedChange, run: ChangeRun): Promise<number | null> {
  const { connection, engine } = source
  const { store, database, signal } = run
  if (!connection.write) throw new ApiError('dml-engine', { args: [engine.label] })
  const targets = await Promise.all(change.targets.map((table) => findTarget(source, table)))
  requireTables(change, targets)
  await requirePlain(source, change, targets, run)
  const { added, outdated } = await recordSources(source, change, targets, run)
  let rows: number | null
  try {
    rows = await connection.write(change.statement, change.kind, signal)
  } catch (error) {
    if (added !== undefined && !signal.aborted && isRolledBack(error, source)) await store.createdTables.remove(added)
    throw error
  } finally {
    await store.databases.dataChanged(database.id)
  }
  await store.createdTables.remove(...outdated)
  return rows
}

async function findTarget({ connection, engine }: Source, table: NamedTable): Promise<Target> {
  const { dialect } = engine
  const schemas = await connection.schemas()
  const homes = await connection.grammar.homes(table.schema)
  const known = homes.flatMap((home) => schemas.filter((schema) => dialect.fold(schema) === home))
  for (const schema of known) {
    const found = (await connection.tables(schema)).find(({ name }) => dialect.fold(name) === table.name)
    if (found) return { schema, ...found }
  }
  const [schema = table.schema === null ? dialect.defaultSchema(schemas) : undefined] = known
  if (schema === undefined) throw new ApiError('ctas-schema', { args: [table.schema ?? ''] })
  return { schema, name: table.name, kind: 'absent' }
}

function requireTables({ kind }: GuardedChange, targets: readonly Target[]): void {
  if (!ROW_CHANGES.has(kind)) return
  const view = targets.find((target) => target.kind === 'view')
  if (view) throw new ApiError('dml-view', { args: [view.name] })
}

/**
 * If the user has row-level security rules on any table, the statement must not reach a table it does not name: through
 * a view, a partition, a trigger, a foreign key, or dependents of a dropped table.
 */
async function requirePlain(
  { connection, engine }: Source,
  { sources, cascades }: GuardedChange,
  targets: readonly Target[],
  { ruled }: ChangeRun,
): Promise<void> {
  if (ruled.length === 0) return
  const refuse = (name: string): never => {
    throw new ApiError('dml-derived', { args: [name, uniqueNames(ruled)] })
  }
  if (cascades) refuse('CASCADE')
  const { dialect } = engine
  const schemas = await connection.schemas()
  const tables = targets.filter(({ kind }) => kind !== 'absent').map(({ schema, name }) => ({ schema, name }))
  for (const source of sources) {
    const homes = await connection.grammar.homes(source.schema)
    for (const schema of schemas.filter((each) => homes.includes(dialect.fold(each))))
      for (const { name } of await connection.tables(schema))
        if (dialect.fold(name) === source.name) tables.push({ schema, name })
  }
  for (const { schema, name } of tables) {
    const metadata = await connection.tableMetadata(schema, name)
    if (!metadata || metadata.isDerived || metadata.hasSideEffects) refuse(name)
  }
}

interface RecordedChange {
  /** The id of the new record, if one is needed. */
  readonly added?: number
  /** Records that become invalid with the statement. */
  readonly outdated: readonly number[]
}

/** Records the sources of the target's rows. */
async function recordSources(
  { engine }: Source,
  { kind, sources, replaces, renamedTo }: GuardedChange,
  targets: readonly Target[],
  { store, user, database }: ChangeRun,
): Promise<RecordedChange> {
  const { dialect } = engine
  const before = await store.createdTables.ofDatabase(database.id)
  const entriesOf = (target: Target) =>
    before.filter(
      ({ schema, name }) =>
        dialect.fold(schema) === dialect.fold(target.schema) && dialect.fold(name) === dialect.fold(target.name),
    )
  const [target] = targets
  const isCreation = kind === 'CREATE TABLE' || kind === 'CREATE VIEW'
  // Records of a name without a table belong to a table that was dropped outside the product.
  const isNew = kind === 'DROP' || (isCreation && (replaces || target?.kind === 'absent'))
  const outdated = isNew ? targets.flatMap(entriesOf).map(({ id }) => id) : []
  if (!target || (isCreation && !isNew)) return { outdated }
  const name = renamedTo ?? target.name
  const isOther = (source: NamedTable) => dialect.fold(name) !== source.name
  const read =
    renamedTo === null ? (COPIES.has(kind) ? sources : []) : [{ schema: null, name: dialect.fold(target.name) }]
  const from = sourcesOf(
    read.filter((source) => isOther(source) || replaces),
    before,
    dialect,
  )
  if (from.length === 0) return { outdated }
  const entry = {
    database_id: database.id,
    schema: target.schema,
    name,
    method: kind === 'CREATE VIEW' || target.kind === 'view' ? 'VIEW' : 'TABLE',
    user_id: renamedTo === null ? user.userId : null,
    sources: from,
  } as const
  const known = entriesOf({ ...target, name }).some(
    ({ id, user_id, method, sources: stored }) =>
      user_id === entry.user_id &&
      method === entry.method &&
      from.every((source) => stored.includes(source)) &&
      !outdated.includes(id),
  )
  return known ? { outdated } : { outdated, added: await store.createdTables.add(entry) }
}

/** True if an error says that the statement was rolled back; otherwise its outcome is unknown. */
function isRolledBack(error: unknown, { engine }: Source): boolean {
  if (error instanceof ApiError) return false
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? /^(?!08|57|58|XX)[0-9A-Z]{5}$/.test(code) : engine.isOwn === true
}
