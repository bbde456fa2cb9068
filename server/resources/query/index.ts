import { queryHistoryResponse, queryResponse } from '#core/rest/query-shapes.ts'
import type { Route } from '#server/route/route.ts'
import { hasPermission, ownerId } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import { type Query, queryEntity } from '#core/entity/query.ts'
import { readRoutes } from '#server/resources/resource-handlers.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import type { ReadResource } from '#server/resources/resource.ts'
import { databaseNames } from '#server/resources/shared/database-names.ts'
import { loadUsers, userReferenceOf } from '#server/resources/shared/users-by-id.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { withVisibleErrors } from '#server/resources/shared/visible-errors.ts'
import { presentFields } from '#server/resources/shared/entity-resource.ts'
import { listing } from './listing.ts'
import { ownQueryRoutes } from './own-queries.ts'

const VIEW = 'Query'

/** The history of SQL queries: users see their own; users with permission for all queries see all. */
const query: ReadResource<Query> = {
  name: 'query',
  permission: VIEW,
  nouns: { one: 'Query', many: 'Queries', model: 'Query' },
  listing,
  routes: ownQueryRoutes,
  repository: (store) => store.queries,
  rule: ({ user }) =>
    hasPermission(user, 'can_read', VIEW) &&
    (hasPermission(user, 'all_query_access', 'all_query_access') ||
      (ownerId(user) !== null && { col: 'created_by_fk', op: 'eq', value: ownerId(user) })),
  relatedScope: (request, kind) =>
    kind !== 'database' || allowedRows(request.user, 'read', 'Database', ruleOptions(request)),
  async present(stored, request, as) {
    const rows = await withVisibleErrors(request, stored)
    const usersById = await loadUsers(request.context.store, rows)
    const names = await databaseNames(
      request,
      rows.map(({ database_id }) => database_id),
    )
    return rows.map((row) => ({
      id: row.id,
      changed_on: printInstant(row.changed_on),
      ...presentFields(queryEntity, row, as),
      database: names.has(row.database_id)
        ? { id: row.database_id, database_name: names.get(row.database_id) ?? '' }
        : null,
      user: userReferenceOf(usersById, row.created_by_fk),
      limit: row.row_limit,
    }))
  },
}

const shapes: Readonly<Record<string, Route['responses']>> = {
  '/': { 200: queryHistoryResponse },
  '/:id': { 200: queryResponse },
}

export const queryRoutes: readonly Route[] = readRoutes(query).map((route) => {
  const answers = shapes[route.path]
  return answers ? { ...route, responses: answers } : route
})
