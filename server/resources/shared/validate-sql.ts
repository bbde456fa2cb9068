import { sqlErrorsResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import type { Database } from '#core/entity/database.ts'
import { readBody, textOf } from '#core/rest/body.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { splitStatements, type StatementText } from '#core/sql/statements.ts'
import { toQueryError } from '#server/data/result/run-query.ts'
import { requireDatabase } from '#server/resources/shared/database-access.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import { type RouteResponse, type RouteRequest, jsonResponse } from '#server/route/route.ts'
import { selectError } from '#server/sqllab/select-error.ts'

/** The body of a request to validate SQL. */
export const sqlBody = z.looseObject({
  sql: textOf(1, 1_000_000),
  schema: z.string().nullish(),
  template_params: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
})

/** One error in SQL. Lines and columns count from 1; null if the database reports no position. */
export interface SqlValidationIssue {
  readonly line_number: number | null
  readonly start_column: number | null
  readonly end_column: number | null
  readonly message: string
}

/**
 * `POST /:id/validate_sql`: returns errors of SQL, at most one per statement, as the database finds them in grammar,
 * tables, columns and functions. Nothing is executed.
 */
export async function validateSql(database: Database, request: RouteRequest): Promise<RouteResponse> {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
  const read = readBody(sqlBody, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  // Errors of a statement reveal which objects the database has.
  await requireDatabase(request, database)
  const { sql, template_params: params } = read.ok
  const statements = splitStatements(sql)
  requireWithin('sql-statements', statements.length)
  const given = { request, database, whole: sql, params: typeof params === 'object' ? JSON.stringify(params) : params }
  const mistakes: SqlValidationIssue[] =
    statements.length === 0 ? [{ ...NOWHERE, message: new ApiError('sql-nothing').message }] : []
  for (const statement of statements) mistakes.push(...(await findSqlErrors(statement, given)))
  return jsonResponse(sqlErrorsResponse, { result: mistakes })
}

interface Validation {
  readonly request: RouteRequest
  readonly database: Database
  /** The text that positions refer to. */
  readonly whole: string
  readonly params: string | null | undefined
}

async function findSqlErrors(
  { text, start }: StatementText,
  { request, database, whole, params = null }: Validation,
): Promise<readonly SqlValidationIssue[]> {
  const { user, context } = request
  const { chartData } = context
  try {
    const sql = await chartData.templates.sql({ user, database, sql: text, template_params: params })
    const tableRules = await chartData.templates.tables(user, database)
    await chartData.sources.use(database, async (source) => {
      const statement = await source.guard.statement(sql, tableRules).catch(async (error: unknown) => {
        const isChange = error instanceof ApiError && error.code === 'virtual-not-select' && database.allow_dml
        if (!isChange) throw error
        await source.guard.change(sql, tableRules)
      })
      // The engine cannot describe a write without executing it.
      if (!statement) return
      await source.connection.shape(statement).catch((error: unknown) => {
        throw toQueryError(error, source, statement)
      })
    })
    return []
  } catch (error) {
    const apiError = asApiError(selectError(error))
    if (!apiError || apiError.row.status >= 500) throw error
    return [{ ...namedPosition(whole, { text, start }, apiError.message), message: apiError.message }]
  }
}

const NOWHERE = { line_number: null, start_column: null, end_column: null }

/** Returns the position of the word that a message names, if it occurs exactly once in the statement. */
function namedPosition(
  whole: string,
  { text, start }: Pick<StatementText, 'text' | 'start'>,
  message: string,
): Omit<SqlValidationIssue, 'message'> {
  const word = /"([^"]+)"/.exec(message)?.[1]
  if (!word || text.split(word).length !== 2) return NOWHERE
  const before = whole.slice(0, start + text.indexOf(word)).split('\n')
  const column = (before.at(-1) as string).length + 1
  return { line_number: before.length, start_column: column, end_column: column + word.length - 1 }
}
