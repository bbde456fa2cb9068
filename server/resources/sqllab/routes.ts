import { callerKey } from '#core/access/current-user.ts'
import { allowed } from '#core/access/can.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Table } from '#core/table/table.ts'
import { explained } from '#server/data/answer.ts'
import { toldTo } from '#server/data/told.ts'
import { RESULT_BYTES } from '#server/engines/too-large.ts'
import type { Answer, Asked, Route } from '#server/route/route.ts'
import { requireDatabase } from '#server/resources/shared/database-access.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import type { Sql } from '#server/sql/sql.ts'
import { type SqlRun, withHistory } from './history.ts'
import { MAX_ROWS, sqlPage } from './page.ts'
import { parseSqlRequest, type SqlRequest } from './request.ts'

/** SQL posted by a form, shown with its rows. */
export const sqlLabRoutes: readonly Route[] = [
  { method: 'POST', path: '/superset/sqllab', policy: { permission: 'can_sqllab', view: 'Superset' }, act: open },
]

async function open(asked: Asked): Promise<Answer> {
  const request = parseSqlRequest((asked.body as Record<string, unknown> | undefined)?.['form_data'])
  if (!request) return sqlPage(asked, { sql: '', problem: 'There is no SQL to run.' })
  try {
    return sqlPage(asked, { sql: request.sql, ...(await run(asked, request)) })
  } catch (error) {
    if (error instanceof Fault) return sqlPage(asked, { sql: request.sql, problem: error.message }, error.row.status)
    throw error
  }
}

/** Runs the SQL on the database of the dataset; only for those who may read the whole of it, and by their rules. */
async function run(asked: Asked, { datasetId, sql }: SqlRequest): Promise<{ database: string; table: Table }> {
  const { store, road, config } = asked.context
  const rule = allowed(asked.user, 'read', 'Dataset', ruleOptions(asked))
  const dataset = await store.datasets.find({ and: [{ col: 'id', op: 'eq', value: datasetId }, rule] })
  if (!dataset) throw new Fault('dataset-missing')
  const database = await store.databases.get(dataset.database_id)
  if (!database) throw new Fault('database-missing')
  await requireDatabase(asked, database)
  const limit = AbortSignal.timeout(config.webTimeout * 1000)
  const signal = AbortSignal.any([asked.signal, limit])
  const ruled = await road.templates.tables(asked.user, database)
  const ran: SqlRun = { sql, schema: dataset.schema, rowLimit: MAX_ROWS }
  const work = () =>
    road.sources.use(database, async (source) => {
      let statement: Sql | undefined
      try {
        statement = await source.guard.statement(sql, ruled)
        if (ruled.length === 0) ran.executed = statement.text
        const columns = await source.connection.shape(statement)
        const labels = columns.map(({ name }) => name)
        return await source.connection.table(statement, {
          signal,
          maxRows: MAX_ROWS + 1,
          maxBytes: RESULT_BYTES,
          labels,
          author: callerKey(asked.user),
        })
      } catch (error) {
        if (limit.aborted) throw new Fault('query-timeout', { args: [config.webTimeout] })
        throw await toldTo(explained(error, source, statement), { user: asked.user, database }, store)
      }
    })
  return { database: database.database_name, table: await withHistory(asked, database, ran, work) }
}
