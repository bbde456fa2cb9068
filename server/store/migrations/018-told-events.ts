import type { AnyDatabase } from './schema.ts'

/** What a person's clients tell the log is counted before more of it is kept. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.createIndex('events_by_actor__action__at').on('events').columns(['actor', 'action', 'at']).execute()
}
