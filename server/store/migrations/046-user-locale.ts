import type { AnyDatabase } from './schema.ts'

/** The formats of dates and numbers that a user has chosen. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('users').addColumn('locale', 'text').execute()
}
