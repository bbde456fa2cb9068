import { allowedRows } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { ruleOptions } from './rule-options.ts'

/** Returns the names of the databases the caller may see, by id. */
export async function databaseNames(
  request: RouteRequest,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const among: Condition = { col: 'id', op: 'in', value: ids.filter((id) => id !== null) }
  const seen = allowedRows(request.user, 'read', 'Database', ruleOptions(request))
  const { rows } = await request.context.store.databases.list({ where: { and: [among, seen] } })
  return new Map(rows.map(({ id, database_name }) => [id, database_name]))
}
