import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Quotas of users and roles, what was used of them, and the address of anonymous users whose jobs wait. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'quotas',
    columns: {
      id: 'id',
      uuid: 'text',
      created_on: 'integer',
      changed_on: 'integer',
      created_by_fk: 'integer?',
      changed_by_fk: 'integer?',
      deleted_at: 'integer?',
      version: 'integer',
      user_id: 'integer?',
      role_id: 'integer?',
      max_queries: 'integer?',
      max_rows: 'integer?',
      max_exports: 'integer?',
      max_upload_bytes: 'integer?',
      subject_key: 'text',
    },
    references: { user_id: 'users', role_id: 'roles' },
    unique: [['uuid']],
    uniqueLiving: [['subject_key']],
    indexes: [['user_id'], ['role_id']],
  })
  await createTable(db, engine, {
    name: 'quota_uses',
    columns: { id: 'id', caller: 'text', measure: 'text', amount: 'integer', at: 'integer' },
    indexes: [['caller', 'measure', 'at'], ['at']],
  })
  await db.schema
    .alterTable('jobs')
    .addColumn('origin', engine === 'sqlite' ? 'text' : sql`text collate "C"`)
    .execute()
  if (engine === 'sqlite') return
  await sql`create trigger raise_version after insert or update or delete or truncate on quotas
    for each statement execute function raise_version()`.execute(db)
}
