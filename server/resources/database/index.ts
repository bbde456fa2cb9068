import { allowedRows } from '#core/access/can.ts'
import { type Database, type DatabaseBody, databaseEntity } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isSavedDataset } from '#core/access/rules.ts'
import type { Resource } from '#server/resources/resource.ts'
import { exportRoute } from '#server/resources/shared/export-route.ts'
import { importRoute } from '#server/resources/shared/import-route.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { createDatabase, echoDatabase, parseDatabase, updateDatabase } from './body.ts'
import { listing } from './listing.ts'
import { presentDatabases } from './present.ts'
import { databaseRoutes } from './routes.ts'

const VIEW = 'Database'

/** Database connections. */
export const database: Resource<Database, DatabaseBody> = {
  name: 'database',
  permission: VIEW,
  nouns: { one: 'Database', many: 'Databases', model: 'Database' },
  listing,
  repository: (store) => store.databases,
  rule: (request, action) => allowedRows(request.user, action, VIEW, ruleOptions(request)),
  bodies: databaseEntity,
  parse: parseDatabase,
  create: createDatabase,
  update: updateDatabase,
  echo: echoDatabase,
  async beforeRemove(rows, { context }) {
    const ids = rows.map(({ id }) => id)
    const used = await context.store.datasets.count({
      and: [{ col: 'database_id', op: 'in', value: ids }, isSavedDataset],
    })
    if (used > 0) throw new ApiError('database-in-use')
  },
  async remove(ids, { context, user }, options) {
    await context.store.databases.remove(ids, user.userId, options)
    // Waits for running queries.
    for (const id of ids) context.chartData.sources.disconnect(id).catch(() => {})
  },
  present: presentDatabases,
  routes: [importRoute('database', VIEW), exportRoute('database', VIEW, () => database), ...databaseRoutes(VIEW)],
}
