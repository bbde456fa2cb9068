import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Personal API tokens; only their hashes are stored. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'api_tokens',
    columns: {
      id: 'id',
      user_id: 'integer',
      name: 'text',
      token_hash: 'text',
      prefix: 'text',
      scope: 'text',
      created_on: 'integer',
      expires_at: 'integer',
      last_used_at: 'integer?',
    },
    references: { user_id: 'users' },
    unique: [['token_hash']],
    indexes: [['user_id']],
  })
}
