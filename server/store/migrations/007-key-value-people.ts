import type { AnyDatabase } from './schema.ts'

/** What one person keeps under keys is counted with every write. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createIndex('key_values_by_resource__user_id__expires_on')
    .on('key_values')
    .columns(['resource', 'user_id', 'expires_on'])
    .execute()
}
