import type { AnyDatabase, Engine } from './schema.ts'

/** Users that are service accounts, which cannot sign in. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  const type = engine === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .alterTable('users')
    .addColumn('is_service', type, (column) => column.notNull().defaultTo(0))
    .execute()
}
