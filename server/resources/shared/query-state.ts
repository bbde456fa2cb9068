import type { Query } from '#core/entity/query.ts'
import type { QueryStateJson } from '#core/rest/sqllab.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { databaseNames } from '#server/resources/shared/database-names.ts'
import { loadUsers, nameOf, userReferenceOf } from '#server/resources/shared/users-by-id.ts'
import { withVisibleErrors } from '#server/resources/shared/visible-errors.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { extraOf } from '#server/sqllab/run-query.ts'

/** Returns queries with the keys that SQL Lab clients read. */
export async function presentQueries(request: RouteRequest, stored: readonly Query[]): Promise<QueryStateJson[]> {
  const rows = await withVisibleErrors(request, stored)
  const usersById = await loadUsers(request.context.store, rows)
  const names = await databaseNames(
    request,
    rows.map(({ database_id }) => database_id),
  )
  return rows.map((row) => {
    const db = names.get(row.database_id) ?? null
    const position = request.context.sqlQueries.position(row)
    return stateOf(row, { db, user: nameOf(userReferenceOf(usersById, row.created_by_fk)), position })
  })
}

export async function presentQuery(request: RouteRequest, row: Query): Promise<QueryStateJson> {
  const [state] = await presentQueries(request, [row])
  return state as QueryStateJson
}

interface StateParts {
  readonly db: string | null
  readonly user: string
  readonly position: number | null
}

function stateOf(row: Query, { db, user, position }: StateParts): QueryStateJson {
  const { statements = [], errors = [], progress = null, limitingFactor = 'UNKNOWN', creation } = extraOf(row)
  return {
    id: row.client_id,
    queryId: row.id,
    dbId: row.database_id,
    db,
    schema: row.schema,
    sql: row.sql,
    executedSql: row.executed_sql,
    state: row.status,
    errorMessage: row.error_message,
    rows: row.rows,
    limit: row.row_limit,
    limitingFactor,
    progress: row.progress,
    startDttm: row.start_time,
    endDttm: row.end_time,
    changed_on: printInstant(row.changed_on),
    userId: row.created_by_fk,
    user,
    tab: row.tab_name,
    sqlEditorId: row.sql_editor_id,
    ctas: creation !== undefined,
    serverId: row.id,
    tempSchema: creation?.schema ?? null,
    tempTable: creation?.name ?? null,
    resultsKey: row.results_key,
    trackingUrl: null,
    extra: { progress, errors: [...errors], statements: [...statements], position } as QueryStateJson['extra'],
  }
}
