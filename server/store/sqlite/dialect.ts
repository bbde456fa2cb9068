import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { SqliteDriver } from './driver.ts'

/** SQLite changes its schema inside transactions like anything else; a migration is done whole or not at all. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** The dialect of a SQLite file, or of a driver made for one. */
export function sqliteDialect(file: string | SqliteDriver): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => (typeof file === 'string' ? new SqliteDriver(file) : file),
  }
}
