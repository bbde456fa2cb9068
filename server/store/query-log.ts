import type { QueryRecord } from '#core/entity/query-record.ts'
import type { Context } from './context.ts'
import type { QueryRecords } from './repositories.ts'

const LIMIT = 50

/** What was asked of data, by whom, and how long it took. */
export function queryRecords({ db }: Context): QueryRecords {
  return {
    async append(records) {
      if (records.length === 0) return
      const rows = records.map((record) => ({ ...record, cached: record.cached ? 1 : 0 }))
      await db.insertInto('query_log').values(rows).execute()
    },
    async latest(limit = LIMIT) {
      const rows = await db.selectFrom('query_log').selectAll().orderBy('id', 'desc').limit(limit).execute()
      return rows.map(({ id: _id, cached, ...row }) => ({ ...row, cached: Boolean(cached) }) as unknown as QueryRecord)
    },
    async purge(before) {
      const { numDeletedRows } = await db.deleteFrom('query_log').where('at', '<', before).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
