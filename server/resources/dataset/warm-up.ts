import { warmedResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import type { Condition } from '#core/access/condition.ts'
import { warmUpBody, readWarmUpBody, warmUp } from '#server/resources/shared/warm-up.ts'
import { noContentIfDisconnected } from '#server/resources/shared/no-content-if-disconnected.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

const body = z.looseObject({ db_name: z.string(), table_name: z.string(), ...warmUpBody })

/** `PUT /warm_up_cache`: queries anew the charts of a dataset, which is named by table and database. */
export const warmUpRoute: Route = {
  method: 'PUT',
  path: '/warm_up_cache',
  policy: { permission: 'can_warm_up_cache', view: 'Dataset' },
  body,
  responses: { 200: warmedResponse },
  handler: (request) => noContentIfDisconnected(request, warm(request)),
}

async function warm(request: RouteRequest): Promise<RouteResponse> {
  const { db_name, table_name, dashboard_id, extra_filters } = readWarmUpBody(body, request)
  const extra = { dashboardId: dashboard_id ?? undefined, extraFilters: extra_filters }
  return jsonResponse(warmedResponse, { result: await warmUp(request, chartsOnTable(db_name, table_name), extra) })
}

/** Returns the condition for charts on the dataset of a table. */
function chartsOnTable(database: string, table: string): Condition {
  const inDatabase: Condition = { some: 'database', where: { col: 'database_name', op: 'eq', value: database } }
  return { some: 'dataset', where: { and: [{ col: 'table_name', op: 'eq', value: table }, inDatabase] } }
}
