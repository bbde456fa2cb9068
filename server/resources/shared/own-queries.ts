import { ownerId } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import type { Query } from '#core/entity/query.ts'
import { bounds } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Returns the caller's own queries that match a condition, most recently changed last. */
export async function ownQueries({ user, context }: RouteRequest, more: Condition): Promise<readonly Query[]> {
  const id = ownerId(user)
  if (id === null) return []
  const own = { col: 'created_by_fk', op: 'eq', value: id } as const
  const { rows } = await context.store.queries.list({
    where: { and: [own, more] },
    order: [{ column: 'changed_on', direction: 'asc' }],
    page: 0,
    pageSize: bounds.queries.most,
  })
  return rows
}

/** Returns the caller's newest query with a client id. */
export async function ownQuery(request: RouteRequest, clientId: string): Promise<Query | undefined> {
  return (await ownQueries(request, { col: 'client_id', op: 'eq', value: clientId })).at(-1)
}

/** Stops the caller's query with a client id; throws `not-found` if there is none. */
export async function stopQuery(request: RouteRequest, clientId: string): Promise<void> {
  const known = await ownQuery(request, clientId)
  if (!known) throw new ApiError('not-found')
  await request.context.sqlQueries.cancel(known)
}
