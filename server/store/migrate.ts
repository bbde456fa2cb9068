import { type Kysely, type Migration, Migrator } from 'kysely'
import { NewerStore } from './errors.ts'
import { migrations as trail } from './migrations/index.ts'
import type { Engine } from './migrations/schema.ts'

/** A way from one state of the schema to another, by the names of the last migrations; an empty store has no `from`. */
export interface SchemaStep {
  readonly from: string | undefined
  readonly to: string
}

interface MigrateOptions {
  readonly migrations?: typeof trail
  /** Called before the schema changes; what it throws leaves the store as it is. */
  readonly before?: (step: SchemaStep) => void
}

/**
 * Brings the schema up to date: each migration whole or not at all. Throws the error of the one that failed, and
 * `NewerStore` when the store has been brought further by a later version of the product.
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

/** The machine's locale has no say in the order. */
function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
