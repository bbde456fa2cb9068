import type { AnyDatabase } from './schema.ts'

/** The SSH tunnel of a database as JSON, with masked secrets. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('databases').addColumn('tunnel', 'text').execute()
}
