import type { Context } from './context.ts'
import type { DraftReaders } from './repositories.ts'

/** Returns the repository of users who may read draft dashboards through a permalink. */
export function draftReaderRepository({ db, clock }: Context): DraftReaders {
  return {
    async ofDashboard(dashboard_id) {
      const query = db.selectFrom('draft_readers').select('user_id').where('dashboard_id', '=', dashboard_id)
      return (await query.execute()).map(({ user_id }) => user_id as number)
    },
    async add(dashboard_id, user_id) {
      const found = await db
        .selectFrom('draft_readers')
        .select('user_id')
        .where('dashboard_id', '=', dashboard_id)
        .where('user_id', '=', user_id)
        .executeTakeFirst()
      // A write that changes nothing would invalidate every cached result.
      if (found) return
      await db
        .insertInto('draft_readers')
        .values({ dashboard_id, user_id, created_on: clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
