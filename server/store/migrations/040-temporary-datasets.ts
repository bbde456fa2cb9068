import type { AnyDatabase } from './schema.ts'

/** The time at which a temporary dataset expires; null for a saved one. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('datasets').addColumn('expires_on', 'bigint').execute()
}
