import type { CurrentUser } from '#core/access/current-user.ts'
import { readsWholeDatabase } from '#core/access/whole-database.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { Sources } from './sources.ts'

/** The schema names without one are in. */
export function defaultSchema(schemas: readonly string[]): string {
  const usual = ['main', 'public'].find((name) => schemas.includes(name))
  return usual ?? schemas[0] ?? 'main'
}

interface Ground {
  readonly user: CurrentUser
  readonly database: Database
  readonly dataset: Pick<Dataset, 'schema'>
}

/** The tables SQL of a dataset may name without a schema, for who may read them all; none where they cannot be told. */
export async function tablesBeside(sources: Sources, { user, database, dataset }: Ground): Promise<readonly string[]> {
  if (!readsWholeDatabase(user, database)) return []
  try {
    return await sources.use(database, async ({ connection }) => {
      const tables = await connection.tables(dataset.schema ?? defaultSchema(await connection.schemas()))
      return tables.map(({ name }) => name)
    })
  } catch {
    // They stand beside the failure of another question, which is told all the same.
    return []
  }
}
