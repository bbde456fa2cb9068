import type { AnyDatabase } from './schema.ts'

/** Folders of the columns and metrics of a dataset, as JSON text. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('datasets').addColumn('folders', 'text').execute()
}
