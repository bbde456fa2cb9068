import { sql } from 'kysely'
import type { QueryRecord } from '#core/entity/query-record.ts'
import type { Context } from './context.ts'
import type { QueryRecords } from './repositories.ts'

const LIMIT = 50

const COLUMNS = [
  'at',
  'user_id',
  'viewed_by',
  'dataset_id',
  'chart_id',
  'dashboard_id',
  'duration',
  'data_age',
  'row_count',
  'cached',
  'error',
] as const satisfies readonly (keyof QueryRecord)[]

/** Returns the repository of the log of data queries, their users and durations. */
export function queryRecords({ db, engine }: Context): QueryRecords {
  return {
    async append(records) {
      if (records.length === 0) return
      const rows = records.map((record) =>
        COLUMNS.map((name) => (name === 'cached' ? Number(record.cached) : record[name])),
      )
      const cell = (at: number, name: string) =>
        name === 'error' ? sql`value ->> ${sql.lit(at)}` : sql`cast(value ->> ${sql.lit(at)} as bigint)`
      // One parameter: a thousand records of ten cells each would be compiled and bound cell by cell.
      await sql`insert into ${sql.table('query_log')} (${sql.join(COLUMNS.map((name) => sql.ref(name)))})
        select ${sql.join(COLUMNS.map((name, index) => cell(index, name)))}
        from ${sql.raw(engine === 'sqlite' ? 'json_each' : 'json_array_elements')}(${JSON.stringify(rows)})`.execute(db)
    },
    async latest(limit = LIMIT) {
      const newest = db.selectFrom('query_log').selectAll().orderBy('id', 'desc').limit(limit)
      const rows = await newest
        .$castTo<Omit<QueryRecord, 'cached'> & { readonly id: number; readonly cached: number }>()
        .execute()
      return rows.map(({ id: _id, cached, ...row }) => ({ ...row, cached: Boolean(cached) }))
    },
    async purge(before) {
      const { numDeletedRows } = await db.deleteFrom('query_log').where('at', '<', before).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
