import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { ruledDatasets } from '#server/dataset/row-rules.ts'
import type { Source } from '#server/dataset/sources.ts'
import type { NamedTable, WriteKind } from '#server/engines/engine.ts'
import { type GuardedChange, uniqueNames } from '#server/sql/guard.ts'
import type { RuledTable } from '#server/sql/rules.ts'
import type { Store } from '#server/store/store.ts'
import { isTemplate } from '#server/templates/macros.ts'
import { isExamples, sourcesOf } from './table-creation.ts'

/** Who changes what, and what row rules apply to the user. */
export interface ChangeRun {
  readonly store: Store
  readonly user: CurrentUser
  readonly database: Database
  readonly ruled: readonly RuledTable[]
  readonly signal: AbortSignal
}

/** A table or view as the database has it. */
interface Target {
  readonly schema: string
  readonly name: string
  readonly kind: 'table' | 'view' | 'absent'
}

/** Statements that put what they read into their target. */
const COPIES: ReadonlySet<WriteKind> = new Set(['INSERT', 'UPDATE', 'MERGE', 'CREATE TABLE', 'CREATE VIEW'])
const ROW_CHANGES: ReadonlySet<WriteKind> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE'])

/** Refuses changes where the switch of the database is off, as it is now, and of the examples. */
export async function requireChanges(store: Store, { id, sqlalchemy_uri }: Database): Promise<void> {
  const database = await store.databases.get(id)
  // Statements of an earlier address would not be checked against the tables of the new one.
  if (!database || database.sqlalchemy_uri !== sqlalchemy_uri) throw new ApiError('database-missing')
  if (!database.allow_dml) throw new ApiError('dml-refused')
  if (isExamples(database)) throw new ApiError('dml-examples')
}

/** Refuses templates that may stand for a virtual dataset where row rules apply to the user on one. */
export async function requireNoVirtualRules(
  store: Store,
  user: CurrentUser,
  database: Database,
  sql: string,
): Promise<void> {
  if (!isTemplate(sql)) return
  const ruled = (await ruledDatasets(store, user, database)).filter(({ dataset }) => dataset.sql)
  if (ruled.length > 0)
    throw new ApiError('dml-rules', { args: [ruled.map(({ dataset }) => dataset.table_name).join(', ')] })
}

/**
 * Runs a statement that passed the guard and returns how many rows it changed. Tables that rows are copied into are
 * stored with their sources before, so that they are never readable without them. Cached results of the database are
 * not served afterwards, also where the statement failed: its end may have come after it was committed.
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
 * Where row rules apply to the user on some table, the statement may reach no table that it does not name: through a
 * view, a partition, a trigger, a foreign key, or what depends on a table that is dropped.
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
  const places = targets.filter(({ kind }) => kind !== 'absent').map(({ schema, name }) => ({ schema, name }))
  for (const source of sources) {
    const homes = await connection.grammar.homes(source.schema)
    for (const schema of schemas.filter((each) => homes.includes(dialect.fold(each))))
      for (const { name } of await connection.tables(schema))
        if (dialect.fold(name) === source.name) places.push({ schema, name })
  }
  for (const { schema, name } of places) {
    const facts = await connection.facts(schema, name)
    if (!facts || facts.isDerived || facts.hasSideEffects) refuse(name)
  }
}

interface Recorded {
  /** The new entry, if one is needed. */
  readonly added?: number
  /** Entries that end with the statement. */
  readonly outdated: readonly number[]
}

/** Stores where the rows of the target come from. */
async function recordSources(
  { engine }: Source,
  { kind, sources, replaces, renamedTo }: GuardedChange,
  targets: readonly Target[],
  { store, user, database }: ChangeRun,
): Promise<Recorded> {
  const { dialect } = engine
  const before = await store.createdTables.ofDatabase(database.id)
  const entriesOf = (target: Target) =>
    before.filter(
      ({ schema, name }) =>
        dialect.fold(schema) === dialect.fold(target.schema) && dialect.fold(name) === dialect.fold(target.name),
    )
  const [target] = targets
  const isCreation = kind === 'CREATE TABLE' || kind === 'CREATE VIEW'
  // Entries of a name that no table has are those of a table that was dropped outside of the product.
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

/** Whether a failure of a statement says that it was rolled back, and not that its end is unknown. */
function isRolledBack(error: unknown, { engine }: Source): boolean {
  if (error instanceof ApiError) return false
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? /^(?!08|57|58|XX)[0-9A-Z]{5}$/.test(code) : engine.isOwn === true
}
