import type { AnyDatabase } from './schema.ts'

/** What tells one session from another in a list, and the moment from which bearer tokens of a user count. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('user_agent', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('address', 'text').execute()
  await db.schema.alterTable('users').addColumn('tokens_from', 'bigint').execute()
}
