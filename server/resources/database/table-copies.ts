import { createHash } from 'node:crypto'
import type { Database } from '#core/entity/database.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { CreatedTable } from '#server/store/created-tables.ts'
import type { Store } from '#server/store/store.ts'

/** A table of a database, and the schema it is in. */
export interface CopiedTable {
  readonly database: Pick<Database, 'id' | 'backend'>
  readonly dataset: Pick<DatasetHead, 'table_name'>
  readonly schema: string
}

type Copy = Pick<CreatedTable, 'id' | 'name'>

/** Characters of a table's name at the beginning of the names of its copies. */
const MAX_PREFIX = 30

/** Returns the name prefix of copies; it differs for tables whose names begin alike. */
function prefixOf(table: string, folded: string): string {
  const digest = createHash('sha256').update(folded).digest('hex').slice(0, 8)
  return `${table.slice(0, MAX_PREFIX)}__${digest}_`
}

const foldOf = ({ backend }: Pick<Database, 'backend'>) => {
  const dialect = engineNamed(backend)?.dialect
  return (name: string): string => dialect?.fold(name) ?? name
}

/**
 * Records, before it exists, that a table will hold rows of another. A user who may not read the source may not read
 * the copy.
 */
export async function recordTableCopy(
  store: Store,
  { database, dataset: { table_name: table }, schema }: CopiedTable,
  suffix: string,
): Promise<Copy> {
  const fold = foldOf(database)
  const sources = new Set([fold(table)])
  for (const created of await store.createdTables.ofDatabase(database.id))
    if (fold(created.name) === fold(table)) for (const source of created.sources) sources.add(source)
  const name = `${prefixOf(table, fold(table))}${suffix}`
  const id = await store.createdTables.add({
    database_id: database.id,
    schema,
    name,
    method: 'COPY',
    user_id: null,
    sources: [...sources].toSorted(),
  })
  return { id, name }
}

/** Returns the copies of a table. */
export async function tableCopiesOf(
  store: Store,
  { database, dataset, schema }: CopiedTable,
): Promise<readonly Copy[]> {
  const fold = foldOf(database)
  const { table_name: table } = dataset
  return (await store.createdTables.ofDatabase(database.id)).filter(
    (each) =>
      each.method === 'COPY' &&
      fold(each.schema) === fold(schema) &&
      fold(each.name).startsWith(fold(prefixOf(table, fold(table)))) &&
      each.sources.includes(fold(table)),
  )
}

/** Removes the records of copies that no longer exist. */
export async function removeCopies(store: Store, copies: readonly Copy[]): Promise<void> {
  for (const { id } of copies) await store.createdTables.remove(id)
}

/** Drops the tables of existing copies and removes their records. */
export async function dropCopies(
  { context }: RouteRequest,
  { database, schema }: CopiedTable & { readonly database: Database },
  copies: readonly Copy[],
): Promise<void> {
  if (copies.length === 0) return
  const drop = copies.map(({ name }) => name)
  await context.chartData.sources.changeTables(database, { schema, drop, rename: [] })
  await removeCopies(context.store, copies)
}

/** Removes the records of copies whose tables do not exist. */
export async function removeAbsentCopies(
  { context: { chartData, store } }: RouteRequest,
  { database, schema }: CopiedTable & { readonly database: Database },
  copies: readonly Copy[],
): Promise<void> {
  const fold = foldOf(database)
  const tables = await chartData.sources.use(database, ({ connection }) => connection.tables(schema))
  const names = new Set(tables.map(({ name }) => fold(name)))
  const absent = copies.filter(({ name }) => !names.has(fold(name)))
  await removeCopies(store, absent)
}
