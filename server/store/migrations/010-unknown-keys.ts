import type { AnyDatabase } from './schema.ts'

/** Adds the columns for keys of bundles that this version does not know; exports contain them again. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const table of ['databases', 'datasets', 'charts', 'dashboards'])
    await db.schema.alterTable(table).addColumn('unknown_keys', 'text').execute()
}
