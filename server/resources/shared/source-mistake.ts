import type { CurrentUser } from '#core/access/current-user.ts'
import { readsWholeDatabase } from '#core/access/whole-database.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { Fault } from '#core/rest/fault.ts'
import { MISNAMED, namesFor, withMistake } from '#server/data/mistake.ts'
import { toldTo } from '#server/data/told.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { Asked } from '#server/route/route.ts'
import { defaultSchema } from './source-columns.ts'

interface Source {
  readonly user: CurrentUser
  readonly database: Database
  readonly dataset: Dataset
}

/** Why the source of a dataset could not be read, with the names a wrong one may stand for, as this person may be told. */
export async function sourceMistake(error: unknown, source: Source, { context }: Asked): Promise<unknown> {
  const told = await toldTo(error, source, context.store)
  if (!(told instanceof Fault) || !MISNAMED.includes(told.code)) return told
  const dialect = engineNamed(source.database.backend)?.dialect
  const names = await namesFor({ ...source, dialect }, context.store)
  return withMistake(told, { ...names, tables: await tablesFor(told, source, context) })
}

/** The tables beside the dataset, where one is missing, for who may read them all. */
async function tablesFor(fault: Fault, { user, database, dataset }: Source, { road }: Asked['context']) {
  if (fault.extra['reason'] !== 'table-missing' || !readsWholeDatabase(user, database)) return []
  try {
    return await road.sources.use(database, async ({ connection }) => {
      const tables = await connection.tables(dataset.schema ?? defaultSchema(await connection.schemas()))
      return tables.map(({ name }) => name)
    })
  } catch {
    // The failure itself is told all the same.
    return []
  }
}
