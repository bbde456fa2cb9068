import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

const TABLES = ['user_groups', 'user_group_roles', 'user_group_members'] as const

/** Groups of users, their roles and their users. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'user_groups',
    columns: {
      id: 'id',
      uuid: 'text',
      created_on: 'integer',
      changed_on: 'integer',
      created_by_fk: 'integer?',
      changed_by_fk: 'integer?',
      deleted_at: 'integer?',
      version: 'integer',
      name: 'text',
      name_folded: 'text',
      label: 'text?',
      label_folded: 'text?',
      description: 'text?',
      description_folded: 'text?',
    },
    unique: [['uuid']],
    uniqueLiving: [['name']],
    indexes: [['changed_on']],
  })
  for (const [name, other, table] of [
    ['user_group_roles', 'role_id', 'roles'],
    ['user_group_members', 'user_id', 'users'],
  ] as const)
    await createTable(db, engine, {
      name,
      columns: { group_id: 'integer', [other]: 'integer' },
      primaryKey: ['group_id', other],
      references: { group_id: 'user_groups', [other]: table },
      indexes: [[other]],
    })
  if (engine === 'sqlite') return
  for (const table of TABLES)
    await sql`create trigger raise_version after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function raise_version()`.execute(db)
}
