import type { AnyDatabase, Engine } from './schema.ts'

/** Permissions of roles on schemas of a database that did not exist when they were made; see `syncDatabasePermissions`. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  const type = engine === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .alterTable('role_permissions')
    .addColumn('is_early', type, (column) => column.notNull().defaultTo(0))
    .execute()
}
