import { sql } from 'kysely'
import type { AnyDatabase } from './schema.ts'

/** A store that was used before keeps the earlier default of DASHBOARD_RBAC, which is on in new installations. */
export async function up(db: AnyDatabase): Promise<void> {
  const { rows } = await sql`select id from roles limit 1`.execute(db)
  if (rows.length === 0) return
  await sql`insert into settings (key, value, changed_on)
    values ('flag defaults', ${JSON.stringify({ DASHBOARD_RBAC: false })}, ${Date.now()})
    on conflict (key) do nothing`.execute(db)
}
