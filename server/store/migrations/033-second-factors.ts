import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Second factors of users: the encrypted secret of one-time codes, and hashes of recovery codes. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'second_factors',
    columns: { user_id: 'integer', secret: 'text', created_on: 'integer', last_step: 'integer' },
    primaryKey: ['user_id'],
    references: { user_id: 'users' },
  })
  await createTable(db, engine, {
    name: 'recovery_codes',
    columns: { id: 'id', user_id: 'integer', code_hash: 'text' },
    references: { user_id: 'users' },
    unique: [['user_id', 'code_hash']],
  })
}
