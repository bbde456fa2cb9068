import { updatedQueriesAnswer } from '#core/rest/query-shapes.ts'
import { okAnswer } from '#core/rest/answer-shapes.ts'
import * as z from 'zod'
import type { Condition } from '#core/access/condition.ts'
import type { Query } from '#core/entity/query.ts'
import { readBody } from '#core/rest/body.ts'
import { bounds } from '#core/rest/bounds.ts'
import { Fault } from '#core/rest/fault.ts'
import { printFields } from '#core/rest/read-error.ts'
import { queryStates } from './query-state.ts'
import { type Answer, type Asked, type Route, said } from '#server/route/route.ts'

const policy = { permission: 'can_read', view: 'Query' } as const
const since = z.looseObject({ last_updated_ms: z.number() })
const stopped = z.object({ client_id: z.string() })

/** What SQL editors ask of the queries of the caller: which have changed since, and to stop one. */
export const ownQueryRoutes: readonly Route[] = [
  { method: 'GET', path: '/updated_since', policy, answers: { 200: updatedQueriesAnswer }, act: updatedSince },
  { method: 'POST', path: '/stop', policy, body: stopped, answers: { 200: okAnswer }, act: stop },
]

/** The caller's own queries that meet a condition, the last changed last. */
export async function ownQueries({ user, context }: Asked, more: Condition): Promise<readonly Query[]> {
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
  return { status: 200, json: { result: await queryStates(asked, rows) } }
}

/** `POST /stop`: stops a query of the caller; one that has ended is left as it ended, and that is no failure. */
async function stop(asked: Asked): Promise<Answer> {
  const read = readBody(stopped, asked.body)
  if ('errors' in read) throw new Fault('fields-wrong', { fields: read.errors })
  await stopQuery(asked, read.ok.client_id)
  return said(okAnswer, { result: 'OK' })
}

/** Stops the caller's query of a client id; fault `not-found` when there is none. */
export async function stopQuery(asked: Asked, clientId: string): Promise<void> {
  const known = await ownQuery(asked, clientId)
  if (!known) throw new Fault('not-found')
  await asked.context.sqlQueries.cancel(known)
}

/** The caller's newest query of a client id. */
export async function ownQuery(asked: Asked, clientId: string): Promise<Query | undefined> {
  return (await ownQueries(asked, { col: 'client_id', op: 'eq', value: clientId })).at(-1)
}
