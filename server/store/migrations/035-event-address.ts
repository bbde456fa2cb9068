import type { AnyDatabase } from './schema.ts'

/** The address of the client that caused an event. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('events').addColumn('address', 'text').execute()
}
