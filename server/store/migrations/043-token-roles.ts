import type { AnyDatabase, Engine } from './schema.ts'

/** The role that limits an API token. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  const type = engine === 'sqlite' ? 'integer' : 'bigint'
  await db.schema.alterTable('api_tokens').addColumn('role_id', type).execute()
}
