import type { Database } from '#core/entity/database.ts'
import { Fault } from '#core/rest/fault.ts'
import { idOf } from '#server/resources/generic.ts'
import type { Answer, Asked, Route } from '#server/route/route.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { relatedObjects } from '#server/resources/shared/related-objects.ts'
import { available, testConnection, validateParameters } from './connect.ts'
import { presentDatabases } from './present.ts'
import { listFunctions, listSchemas, listTables, selectStar, showExtra, showTable } from './tables.ts'
import { uploadPreviewRoute, uploadRoute } from './upload.ts'
import { uploadSchemas } from './upload-schemas.ts'
import { sqlBody, validateSql } from './validate-sql.ts'

/** What databases can beside being written: say what is in them, be tried, take files. */
export function databaseRoutes(view: string): readonly Route[] {
  const read = { permission: 'can_read', view }
  const write = { permission: 'can_write', view }
  const of =
    (act: (database: Database, asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> =>
      act(await findDatabase(asked, idOf(asked)), asked)
  return [
    { method: 'GET', path: '/available', policy: read, act: available },
    { method: 'POST', path: '/test_connection', policy: write, act: testConnection },
    { method: 'POST', path: '/validate_parameters', policy: write, act: validateParameters },
    { method: 'GET', path: '/:id/schemas', policy: read, act: of(listSchemas) },
    { method: 'GET', path: '/:id/function_names', policy: read, act: of(listFunctions) },
    { method: 'GET', path: '/:id/tables', policy: read, act: of(listTables) },
    { method: 'GET', path: '/:id/table/:table', policy: read, act: of(showTable) },
    { method: 'GET', path: '/:id/table/:table/:schema', policy: read, act: of(showTable) },
    { method: 'GET', path: '/:id/table_extra/:table', policy: read, act: of(showExtra) },
    { method: 'GET', path: '/:id/table_extra/:table/:schema', policy: read, act: of(showExtra) },
    { method: 'GET', path: '/:id/select_star/:table', policy: read, act: of(selectStar) },
    { method: 'GET', path: '/:id/select_star/:table/:schema', policy: read, act: of(selectStar) },
    // Newer clients name a table by `name` and `schema` of the query string, and read the address where it may be written.
    { method: 'GET', path: '/:id/table_metadata', policy: read, act: of(named(showTable)) },
    { method: 'GET', path: '/:id/table_metadata/extra', policy: read, act: of(named(showExtra)) },
    { method: 'GET', path: '/:id/connection', policy: write, act: of(connection) },
    { method: 'GET', path: '/:id/related_objects', policy: read, act: of(related) },
    { method: 'POST', path: '/:id/validate_sql', policy: read, body: sqlBody, act: of(validateSql) },
    { method: 'GET', path: '/:id/schemas_access_for_file_upload', policy: read, act: of(uploadSchemas) },
    uploadRoute,
    uploadPreviewRoute,
  ]
}

type Act = (database: Database, asked: Asked) => Promise<Answer>

/** A call of which the query string names the table. */
function named(act: Act): Act {
  return async (database, asked) => {
    const { name: table, schema } = asked.query
    if (!table) throw new Fault('fields-wrong', { fields: { name: ['Missing data for required field.'] } })
    return act(database, { ...asked, params: { ...asked.params, table, ...(schema ? { schema } : {}) } })
  }
}

async function connection(database: Database, asked: Asked): Promise<Answer> {
  const [result] = await presentDatabases([database], asked, 'show')
  return { status: 200, json: { id: database.id, result } }
}

async function related(database: Database, asked: Asked): Promise<Answer> {
  const { ids } = await asked.context.store.datasets.list({
    where: { col: 'database_id', op: 'eq', value: database.id },
  })
  return { status: 200, json: await relatedObjects(asked, ids) }
}
