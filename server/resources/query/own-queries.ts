import { updatedQueriesAnswer } from '#core/rest/query-shapes.ts'
import { okAnswer } from '#core/rest/answer-shapes.ts'
import * as z from 'zod'
import type { Condition } from '#core/access/condition.ts'
import type { Query } from '#core/entity/query.ts'
import { readBody } from '#core/rest/body.ts'
import { bounds } from '#core/rest/bounds.ts'
import { Fault } from '#core/rest/fault.ts'
import { printFields } from '#core/rest/read-error.ts'
import { printMoment } from '#server/resources/moment.ts'
import { databaseNames } from '#server/resources/shared/database-names.ts'
import { loadPeople, nameOf, personOf } from '#server/resources/shared/people.ts'
import { type Answer, type Asked, type Route, said } from '#server/route/route.ts'

const policy = { permission: 'can_read', view: 'Query' } as const
const since = z.looseObject({ last_updated_ms: z.number() })
const stopped = z.object({ client_id: z.string() })

/** What SQL editors ask of the queries of the caller: which have changed since, and to stop one. */
export const ownQueryRoutes: readonly Route[] = [
  { method: 'GET', path: '/updated_since', policy, answers: { 200: updatedQueriesAnswer }, act: updatedSince },
  { method: 'POST', path: '/stop', policy, body: stopped, answers: { 200: okAnswer }, act: stop },
]

async function ownQueries({ user, context }: Asked, more: Condition): Promise<readonly Query[]> {
  if (user.userId === null) return []
  const own = { col: 'created_by_fk', op: 'eq', value: user.userId } as const
  const { rows } = await context.store.queries.list({
    where: { and: [own, more] },
    order: [{ column: 'changed_on', direction: 'asc' }],
    page: 0,
    pageSize: bounds.queries.most,
  })
  return rows
}

/** `GET /updated_since?q=(last_updated_ms:N)`: the caller's own queries that changed then or later, the oldest first. */
async function updatedSince(asked: Asked): Promise<Answer> {
  const read = readBody(since, asked.q)
  if ('errors' in read) throw new Fault('q-schema', { args: [printFields(read.errors)] })
  const rows = await ownQueries(asked, { col: 'changed_on', op: 'gte', value: read.ok.last_updated_ms })
  const people = await loadPeople(asked.context.store, rows)
  const names = await databaseNames(
    asked,
    rows.map(({ database_id }) => database_id),
  )
  const result = rows.map((row) => ({
    ...told(row),
    db: names.get(row.database_id) ?? null,
    user: nameOf(personOf(people, row.created_by_fk)),
  }))
  return { status: 200, json: { result } }
}

/** A query in the keys that editors of SQL read. What only running queries and tables made by SQL have is empty. */
function told(row: Query): Record<string, unknown> {
  return {
    id: row.client_id,
    queryId: row.id,
    dbId: row.database_id,
    schema: row.schema,
    sql: row.sql,
    executedSql: row.executed_sql,
    state: row.status,
    errorMessage: row.error_message,
    rows: row.rows,
    limit: row.row_limit,
    limitingFactor: 'UNKNOWN',
    progress: 100,
    startDttm: row.start_time,
    endDttm: row.end_time,
    changed_on: printMoment(row.changed_on),
    userId: row.created_by_fk,
    tab: row.tab_name,
    sqlEditorId: null,
    ctas: false,
    serverId: row.id,
    tempSchema: null,
    tempTable: null,
    resultsKey: null,
    trackingUrl: null,
    extra: {},
  }
}

/**
 * `POST /stop`: a query that has ended is left as it ended, and that is no failure. There is no other here: SQL runs
 * while its caller waits, and is stopped by leaving; it is listed once it has ended.
 */
async function stop(asked: Asked): Promise<Answer> {
  const read = readBody(stopped, asked.body)
  if ('errors' in read) throw new Fault('fields-wrong', { fields: read.errors })
  const [known] = await ownQueries(asked, { col: 'client_id', op: 'eq', value: read.ok.client_id })
  if (!known) throw new Fault('not-found')
  return said(okAnswer, { result: 'OK' })
}
