import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely } from 'kysely'
import { migrate } from '#server/store/migrate.ts'
import { migrations } from '#server/store/migrations/index.ts'
import { sqliteDialect } from '#server/store/sqlite/dialect.ts'

type Sqlite = InstanceType<typeof DatabaseSync>

/**
 * Creates a SQLite store as an earlier version left it: with the schema of the migrations up to `last`, and with the
 * rows of another store as far as that schema has their tables and columns.
 */
export async function makeEarlierStore(source: string, target: string, last: keyof typeof migrations): Promise<void> {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last)) as typeof migrations
  const db = new Kysely<Record<string, never>>({ dialect: sqliteDialect(target) })
  await migrate(db, 'sqlite', { migrations: earlier })
  await db.destroy()
  const database = new DatabaseSync(target)
  try {
    database.exec('pragma foreign_keys = off')
    database.prepare('attach ? as source').run(source)
    for (const table of tablesOf(database, 'main')) {
      const known = new Set(columnsOf(database, 'source', table))
      const columns = columnsOf(database, 'main', table).filter((name) => known.has(name))
      if (columns.length === 0) continue
      const list = columns.map((name) => `"${name}"`).join(', ')
      database.exec(
        `delete from main."${table}"; insert into main."${table}" (${list}) select ${list} from source."${table}"`,
      )
    }
  } finally {
    database.close()
  }
}

function tablesOf(database: Sqlite, schema: string): readonly string[] {
  const rows = database.prepare(`select name from ${schema}.sqlite_master where type = 'table'`).all()
  const names = rows.map((row) => (row as { name: string }).name)
  return names.filter((name) => !name.startsWith('kysely_') && !/^sqlite_(?!sequence)/.test(name))
}

function columnsOf(database: Sqlite, schema: string, table: string): readonly string[] {
  const rows = database.prepare(`select name from pragma_table_info(?, ?)`).all(table, schema)
  return rows.map((row) => (row as { name: string }).name)
}
