import type { Database } from '#core/entity/database.ts'
import type { QueryStatus } from '#core/entity/query.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Asked } from '#server/route/route.ts'

const CLIENT_ID_LENGTH = 11

/** What was run, and what came of it. */
export interface SqlRun {
  readonly sql: string
  readonly schema?: string | null
  readonly rowLimit: number
  /** As it was put to the database; absent where it never was, or where row rules of others stand in it. */
  executed?: string
}

/** Runs SQL of the caller, and keeps in the history of queries that it was and how it ended. */
export async function withHistory<T extends { readonly rowCount: number }>(
  asked: Asked,
  database: Database,
  run: SqlRun,
  work: () => Promise<T>,
): Promise<T> {
  const began = asked.context.now()
  const keep = (status: QueryStatus, ended: { readonly rows?: number; readonly error_message?: string }) =>
    write(asked, database, run, { status, start_time: began, ...ended })
  try {
    const table = await work()
    await keep('success', { rows: Math.min(table.rowCount, run.rowLimit) })
    return table
  } catch (error) {
    await keep(statusOf(error, asked), { error_message: error instanceof Fault ? error.message : 'Fatal error' })
    throw error
  }
}

function statusOf(error: unknown, { signal }: Asked): QueryStatus {
  if (signal.aborted) return 'stopped'
  return error instanceof Fault && error.code === 'query-timeout' ? 'timed_out' : 'failed'
}

interface Ended {
  readonly status: QueryStatus
  readonly start_time: number
  readonly rows?: number
  readonly error_message?: string
}

/** A store that cannot write loses the line, not the answer. */
async function write({ context, user }: Asked, database: Database, run: SqlRun, ended: Ended): Promise<void> {
  const { sql, schema = null, executed, rowLimit } = run
  const values = {
    ...ended,
    client_id: context.newUuid().slice(-CLIENT_ID_LENGTH),
    database_id: database.id,
    schema,
    sql,
    executed_sql: executed ?? null,
    row_limit: rowLimit,
    end_time: context.now(),
  }
  try {
    await context.store.queries.create(values, user.userId)
  } catch (error) {
    context.log.warn('The history of queries could not be written', { cause: String(error) })
  }
}
