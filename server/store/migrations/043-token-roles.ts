import type { AnyDatabase, Engine } from './schema.ts'

/** The role that limits an API token, and users that are service accounts. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('api_tokens')
    .addColumn('role_id', engine === 'sqlite' ? 'integer' : 'bigint')
    .execute()
}
