import { type Kysely, type Migration, Migrator } from 'kysely'
import { NewerStore } from './errors.ts'
import { migrations as trail } from './migrations/index.ts'
import type { Engine } from './migrations/schema.ts'

/** A schema change, by the names of the last migrations before and after; an empty store has no `from`. */
export interface SchemaStep {
  readonly from: string | undefined
  readonly to: string
}

interface MigrateOptions {
  readonly migrations?: typeof trail
  /** Called before the schema changes; if it throws, the store is not changed. */
  readonly before?: (step: SchemaStep) => void
}

/**
 * Migrates the schema to the current version; each migration is atomic. Throws the error of a failed migration, and
 * `NewerStore` if a later version of the product has migrated the store further.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  engine: Engine,
  { migrations = trail, before }: MigrateOptions = {},
): Promise<void> {
  const entries = Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    { up: (transaction) => migration.up(transaction, engine) },
  ])
  const provider = { getMigrations: async () => Object.fromEntries(entries) }
  const migrator = new Migrator({ db, provider, nameComparator: byCodeUnit })
  const known = await migrator.getMigrations()
  const to = known.findLast(({ executedAt }) => executedAt === undefined)?.name
  if (to !== undefined) before?.({ from: known.findLast(({ executedAt }) => executedAt)?.name, to })
  const { error } = await migrator.migrateToLatest()
  if (error) throw newerStore(error) ?? error
}

function newerStore(error: unknown): NewerStore | undefined {
  const name = error instanceof Error && /previously executed migration (\S+) is missing/.exec(error.message)?.[1]
  return name ? new NewerStore(name, { cause: error }) : undefined
}

/** The order must not depend on the locale of the machine. */
function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
