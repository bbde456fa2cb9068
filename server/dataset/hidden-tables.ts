import type { CurrentUser } from '#core/access/current-user.ts'
import { ownerId } from '#core/access/ability.ts'
import { attachedDatabases } from '#core/access/attached-databases.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dialect } from '#server/engines/engine.ts'
import type { TableWithRules } from '#server/sql/rules.ts'
import type { CreatedTable } from '#server/store/created-tables.ts'
import type { Store } from '#server/store/store.ts'
import { tablesWithRules } from './row-rules.ts'

/**
 * Returns the names of tables and of all tables whose rows were copied into them, directly or indirectly, even after
 * further tables were created from them.
 */
export function transitiveSources(
  tables: readonly string[],
  created: readonly CreatedTable[],
  fold: (name: string) => string,
): readonly string[] {
  const names = new Set(tables)
  for (const name of names)
    for (const entry of created) if (fold(entry.name) === name) for (const source of entry.sources) names.add(source)
  return [...names]
}

/**
 * Returns the tables and views created from queries that a user may not read, because row rules apply to the user on
 * one of their sources. The user who created a table can read it; a view is hidden from its creator too, as it reads
 * its sources again. Sources are compared by name only: a table of the same name in another schema is hidden as well.
 */
export async function hiddenTables(
  store: RuleStore,
  user: CurrentUser,
  database: Pick<Database, 'id' | 'sqlalchemy_uri'>,
  dialect: Pick<Dialect, 'fold'>,
): Promise<readonly TableWithRules[]> {
  const attached = await hiddenInAttached(store, user, database, dialect)
  return [...attached, ...(await hiddenCreated(store, user, database, dialect))]
}

type RuleStore = Pick<Store, 'rowRules' | 'datasets' | 'createdTables' | 'columnMasks' | 'databases'>

/**
 * Returns the tables of attached databases on which rules or masks apply to the user: their clauses are SQL of another
 * engine. They are compared by name only: a table of the same name in another schema of the database is hidden too.
 */
async function hiddenInAttached(
  store: RuleStore,
  user: CurrentUser,
  database: Pick<Database, 'sqlalchemy_uri'>,
  dialect: Pick<Dialect, 'fold'>,
): Promise<readonly TableWithRules[]> {
  const hidden: TableWithRules[] = []
  for (const { schema, id } of attachedDatabases(database)) {
    const attached = await store.databases.get(id)
    if (!attached) continue
    const tableRules = (await tablesWithRules(store, user, attached)).map(({ dataset }) => dataset.table_name)
    const created = (await hiddenCreated(store, user, attached, dialect)).map(({ name }) => name)
    const hiddenIn = attached.database_name
    hidden.push(...[...tableRules, ...created].map((name) => ({ schema, name, rules: [], hiddenIn })))
  }
  return hidden
}

async function hiddenCreated(
  store: RuleStore,
  user: CurrentUser,
  database: Pick<Database, 'id'>,
  { fold }: Pick<Dialect, 'fold'>,
): Promise<readonly TableWithRules[]> {
  const created = await store.createdTables.ofDatabase(database.id)
  if (created.length === 0) return []
  const tableRules = await tablesWithRules(store, user, database)
  const names = new Set(tableRules.map(({ dataset }) => fold(dataset.table_name)))
  if (names.size === 0) return []
  return created.flatMap(({ schema, name, method, user_id, sources }) => {
    if (method === 'TABLE' && user_id !== null && user_id === ownerId(user)) return []
    const hiddenBy = transitiveSources(sources, created, fold).filter((source) => names.has(source))
    return hiddenBy.length === 0 ? [] : [{ schema, name, rules: [], hiddenBy }]
  })
}
