import { type Kysely, type Migration, Migrator } from 'kysely'
import { migrations as trail } from './migrations/index.ts'
import type { Engine } from './migrations/schema.ts'

/** Brings the schema up to date: each migration whole or not at all. Throws the error of the one that failed. */
export async function migrate<Tables>(db: Kysely<Tables>, engine: Engine, migrations = trail): Promise<void> {
  const entries = Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    { up: (transaction) => migration.up(transaction, engine) },
  ])
  const provider = { getMigrations: async () => Object.fromEntries(entries) }
  const { error } = await new Migrator({ db, provider, nameComparator: byCodeUnit }).migrateToLatest()
  if (error) throw error
}

/** The machine's locale has no say in the order. */
function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
