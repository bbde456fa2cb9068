import { type Kysely, sql } from 'kysely'

/** The database as a migration sees it: a migration knows no later state of the code. */
export type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>

export type Engine = 'sqlite' | 'postgres'

/** Kinds of column both engines share. `id` is the identity; booleans are 0 and 1; with `?` null is allowed. */
export type NewColumn = 'id' | 'integer' | 'integer?' | 'text' | 'text?' | 'boolean'

export interface NewTable {
  readonly name: string
  readonly columns: Readonly<Record<string, NewColumn>>
  /** Without an identity. */
  readonly primaryKey?: readonly string[]
  /** Column to the table whose id it holds. */
  readonly references?: Readonly<Record<string, string>>
  /** Columns unique together; `living` looks at rows not deleted only. */
  readonly unique?: readonly (readonly string[])[]
  readonly uniqueLiving?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
}

/** Text is compared by code points, in whatever locale the PostgreSQL server was made. */
function typeOf(kind: NewColumn, engine: Engine) {
  if (kind.startsWith('text')) return engine === 'sqlite' ? sql`text` : sql`text collate "C"`
  return kind === 'id' && engine === 'sqlite' ? sql`integer` : sql`bigint`
}

/** Creates a table and its indexes; unique ones are named `table__column__column`. */
export async function createTable(db: AnyDatabase, engine: Engine, table: NewTable): Promise<void> {
  let builder = db.schema.createTable(table.name)
  for (const [name, kind] of Object.entries(table.columns)) {
    builder = builder.addColumn(name, typeOf(kind, engine), (column) => {
      const target = table.references?.[name]
      const made = target ? column.references(`${target}.id`) : column
      if (kind.endsWith('?')) return made
      if (kind !== 'id') return made.notNull()
      const identity = made.notNull().primaryKey()
      return engine === 'sqlite' ? identity.autoIncrement() : identity.generatedByDefaultAsIdentity()
    })
  }
  const key = table.primaryKey
  if (key) builder = builder.addPrimaryKeyConstraint(`${table.name}__${key.join('__')}`, [...key] as never)
  await builder.execute()
  for (const columns of table.unique ?? []) await index(db, table.name, columns, '__').unique().execute()
  for (const columns of table.uniqueLiving ?? []) {
    await index(db, table.name, columns, '__').unique().where(sql.ref('deleted_at'), 'is', null).execute()
  }
  for (const columns of table.indexes ?? []) await index(db, table.name, columns, '_by_').execute()
}

function index(db: AnyDatabase, table: string, columns: readonly string[], mark: string) {
  return db.schema
    .createIndex(`${table}${mark}${columns.join('__')}`)
    .on(table)
    .columns([...columns])
}
