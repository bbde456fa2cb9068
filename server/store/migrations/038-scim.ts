import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Users and groups as identity providers describe them by SCIM, and the members of the groups. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'scim_resources',
    columns: {
      id: 'id',
      issuer: 'text',
      type: 'text',
      external_id: 'text?',
      name: 'text',
      name_folded: 'text',
      body_json: 'text',
      created_on: 'integer',
      changed_on: 'integer',
      deleted_on: 'integer?',
    },
    indexes: [
      ['issuer', 'type', 'external_id'],
      ['issuer', 'type', 'name_folded'],
    ],
  })
  await createTable(db, engine, {
    name: 'scim_members',
    columns: { group_id: 'integer', member_id: 'integer' },
    primaryKey: ['group_id', 'member_id'],
    references: { group_id: 'scim_resources', member_id: 'scim_resources' },
    indexes: [['member_id']],
  })
}
