import type { AnyDatabase } from './schema.ts'

/** What the engine says that the values of a column are. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('dataset_columns').addColumn('logical_type', 'text').execute()
}
