import type { AnyDatabase, Engine } from './schema.ts'

/** The user or role as which an administrator views the application, in sessions and in what they log. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  const type = engine === 'sqlite' ? 'integer' : 'bigint'
  for (const name of ['view_as_user_id', 'view_as_role_id', 'view_as_from', 'view_as_until'])
    await db.schema.alterTable('sessions').addColumn(name, type).execute()
  for (const name of ['view_as_user_id', 'view_as_role_id'])
    await db.schema.alterTable('events').addColumn(name, type).execute()
  await db.schema.alterTable('query_log').addColumn('viewed_by', type).execute()
}
