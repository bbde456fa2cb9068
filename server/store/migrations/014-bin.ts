import { sql } from 'kysely'
import type { AnyDatabase } from './schema.ts'

/** What lies in the bin leaves its uuid to others, and is found by when it got there. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const table of ['charts', 'dashboards', 'datasets', 'saved_queries']) {
    await db.schema.dropIndex(`${table}__uuid`).execute()
    const living = db.schema.createIndex(`${table}__uuid`).on(table).columns(['uuid'])
    await living.unique().where(sql.ref('deleted_at'), 'is', null).execute()
    const buried = db.schema.createIndex(`${table}_by_deleted_at`).on(table).columns(['deleted_at'])
    await buried.where(sql.ref('deleted_at'), 'is not', null).execute()
  }
}
