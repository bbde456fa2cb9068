import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Accounts of users at identity providers, and the token with which a session signs out there. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'external_identities',
    columns: {
      id: 'id',
      user_id: 'integer',
      provider: 'text',
      issuer: 'text',
      subject: 'text',
      roles_json: 'text',
      groups_json: 'text',
      created_on: 'integer',
      last_sign_in: 'integer?',
    },
    references: { user_id: 'users' },
    unique: [['issuer', 'subject']],
    indexes: [['user_id']],
  })
  await db.schema.alterTable('sessions').addColumn('provider', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('sign_out_token', 'text').execute()
}
