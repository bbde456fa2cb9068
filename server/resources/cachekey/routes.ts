import { emptyResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import { datasetAccess } from '#core/access/rules.ts'
import type { Condition } from '#core/access/condition.ts'
import { readBody } from '#core/rest/body.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

const uid = z.string().regex(/^\d{1,15}__table$/, 'Not a valid datasource uid.')
const cacheKeyBody = z.looseObject({
  database_name: z.string(),
  datasource_name: z.string(),
  schema: z.string().nullish(),
  datasource_type: z.literal('table', 'Must be one of: table.'),
})
const invalidation = z.looseObject({
  datasource_uids: z.array(uid).optional(),
  datasources: z.array(cacheKeyBody).optional(),
})

/** Invalidation of cached data by dataset. */
export const cacheKeyRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/invalidate',
    policy: { permission: 'can_invalidate', view: 'CacheRestApi' },
    body: invalidation,
    responses: { 201: emptyResponse },
    handler: invalidate,
  },
]

/** Invalidates datasets by uid or name: the next query of each goes to its database. Unknown datasets are ignored. */
async function invalidate(request: RouteRequest): Promise<RouteResponse> {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
  const read = readBody(invalidation, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { datasource_uids: uids = [], datasources = [] } = read.ok
  requireWithin('list-ids', uids.length + datasources.length)
  const { store } = request.context
  const wanted: Condition[] = [
    { col: 'id', op: 'in', value: uids.map((each) => Number(each.split('__')[0])) },
    ...datasources.map(
      ({ database_name, datasource_name, schema }): Condition => ({
        and: [
          { col: 'table_name', op: 'eq', value: datasource_name },
          schema ? { col: 'schema', op: 'eq', value: schema } : true,
          { some: 'database', where: { col: 'database_name', op: 'eq', value: database_name } },
        ],
      }),
    ),
  ]
  const readable = datasetAccess(request.user, ruleOptions(request))
  const { ids } = await store.datasets.list({ where: { and: [{ or: wanted }, readable] } })
  await store.datasets.dataChanged(ids)
  return jsonResponse(emptyResponse, {}, 201)
}
