import type { AnyDatabase } from './schema.ts'

/** The dataset that a tab of the SQL editor was opened with. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('tab_states').addColumn('datasource_key', 'text').execute()
}
