import { sql } from 'kysely'
import type { Context } from './context.ts'

/** A counted event; not counted once it has happened `most` times. */
interface CountedLimit {
  readonly key: string
  readonly most?: number
}

/** Limits counted together by all servers of a store; see `Shared.allow` and `Shared.forgive`. */
export interface LimitCounts {
  allow(limits: readonly CountedLimit[], windowMs: number): Promise<readonly number[] | undefined>
  forgive(key: string, count?: number): Promise<void>
  /** Deletes counts from before that time (epoch milliseconds). */
  purge(before: number): Promise<void>
}

export function limitCountRepository(context: Context): LimitCounts {
  const { clock } = context
  return {
    allow: (limits, windowMs) =>
      context.atomically(async ({ db, engine }) => {
        const now = clock()
        const keys = [...new Set(limits.map(({ key }) => key))].toSorted()
        // SQLite runs one writing transaction at a time. The order of the locks is the same for all callers.
        if (engine === 'postgres')
          for (const key of keys) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 19))`.execute(db)
        const rows = await db
          .selectFrom('limit_counts')
          .select(['key', ({ fn }) => fn.countAll().as('n')])
          .where('key', 'in', keys)
          .where('at', '>', now - windowMs)
          .groupBy('key')
          .execute()
        const counts = new Map(rows.map(({ key, n }) => [key, Number(n)]))
        const before = limits.map(({ key }) => counts.get(key) ?? 0)
        if (limits.some(({ most = Number.POSITIVE_INFINITY }, index) => (before[index] ?? 0) >= most)) return undefined
        await db
          .insertInto('limit_counts')
          .values(limits.map(({ key }) => ({ key, at: now })))
          .execute()
        return before
      }),
    async forgive(key, count) {
      const { db } = context
      const newest = db.selectFrom('limit_counts').select('id').where('key', '=', key).orderBy('id', 'desc')
      const forgiven = count === undefined ? newest : newest.limit(count)
      await db.deleteFrom('limit_counts').where('id', 'in', forgiven).execute()
    },
    async purge(before) {
      await context.db.deleteFrom('limit_counts').where('at', '<', before).execute()
    },
  }
}
