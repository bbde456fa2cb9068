import type { CurrentUser } from '#core/access/current-user.ts'
import { hasFullDatabaseAccess } from '#core/access/database-access.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { Source, Sources } from './sources.ts'

/** Returns the default schema of unqualified names. */
export async function defaultSchema({ engine, connection }: Source): Promise<string> {
  return engine.dialect.defaultSchema(await connection.schemas())
}

interface SourceTable {
  readonly user: CurrentUser
  readonly database: Database
  readonly dataset: Pick<Dataset, 'schema'>
}

/**
 * Returns the tables that the SQL of a dataset may name without a schema, for users who may read all of them; empty if
 * they are unknown.
 */
export async function siblingTables(
  sources: Sources,
  { user, database, dataset }: SourceTable,
): Promise<readonly string[]> {
  if (!hasFullDatabaseAccess(user, database)) return []
  try {
    return await sources.use(database, async (source) => {
      const schema = dataset.schema ?? (await defaultSchema(source))
      const tables = await sources.catalogue.tables(database, source, schema)
      return tables.map(({ name }) => name)
    })
  } catch {
    // They only supplement the error of another query, which is reported in any case.
    return []
  }
}
