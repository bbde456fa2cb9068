import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { SqliteDriver } from './driver.ts'

/** SQLite changes its schema inside transactions like anything else; each migration is atomic. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Returns the dialect of a SQLite file, or of a driver for one. */
export function sqliteDialect(file: string | SqliteDriver): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => (typeof file === 'string' ? new SqliteDriver(file) : file),
  }
}
