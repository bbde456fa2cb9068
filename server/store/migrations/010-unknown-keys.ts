import type { AnyDatabase } from './schema.ts'

/** What bundles say that nobody here knows is kept, and goes out again. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const table of ['databases', 'datasets', 'charts', 'dashboards'])
    await db.schema.alterTable(table).addColumn('unknown_keys', 'text').execute()
}
