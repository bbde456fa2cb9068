import { hasFullDatabaseAccess } from '#core/access/database-access.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Source } from '#server/dataset/sources.ts'
import type { Environment } from '#server/sql/environment.ts'
import { print, printRows } from '#server/sql/print-sql.ts'
import { sourceOf } from '#server/sql/source.ts'
import type { TableWithRules } from '#server/sql/rules.ts'
import type { Fragment } from '#server/engines/sql.ts'
import type { From, Select } from '#server/sql/tree.ts'
import { isTemplate } from '#server/templates/macros.ts'
import { lineAndColumn, sourceMap } from '#server/templates/template-map.ts'
import { toQueryError } from '#server/data/result/run-query.ts'
import { type SqlCheckScope, sqlError } from './sql-problem.ts'
import { errorForAudience } from './error-audience.ts'

/** Text that is inserted before a clause. */
const PREFIX = 'SELECT (\n'

/**
 * Returns why the clause of a row rule would fail on a dataset, with line and column if the engine reports them. The
 * engine resolves the columns and types of the clause; no row is read. Undefined if the clause is valid or cannot be
 * checked: the database is unreachable, the source of the dataset is invalid, or a template renders nothing for this
 * user.
 */
export async function clauseProblem(
  scope: SqlCheckScope,
  dataset: Dataset,
  clause: string,
): Promise<string | undefined> {
  const { chartData, user, database } = scope
  try {
    const { sql, text } = await chartData.templates.ruleClause({ user, database, dataset, clause })
    if (text.trim() === '' && isTemplate(clause)) return undefined
    const tableRules = await chartData.templates.tables(user, database)
    const check = { dataset: { ...dataset, sql }, clause, text, ruled: tableRules }
    await chartData.sources.use(database, (source) => checkClause(source, scope, check))
    return undefined
  } catch (error) {
    const apiError = sqlError(error, clause)
    return apiError && describeError(apiError)
  }
}

function describeError({ message, extra }: ApiError): string {
  const { line, column } = extra as { line?: number; column?: number }
  return line === undefined || column === undefined ? message : `${message} (line ${line}, column ${column})`
}

interface CheckedClause {
  readonly dataset: Dataset
  readonly clause: string
  readonly text: string
  readonly ruled: readonly TableWithRules[]
}

async function checkClause(source: Source, scope: SqlCheckScope, checked: CheckedClause): Promise<void> {
  const { guard, connection, engine } = source
  const { text, dataset, ruled } = checked
  // A subquery reveals whether a table exists, which only users with access to the complete database may know.
  const subqueries = hasFullDatabaseAccess(scope.user, scope.database)
  const fragment = await guard.expression(text, 'row rule', { subqueries: true }).catch(async (error: unknown) => {
    throw await clauseSyntaxError(error, source, checked)
  })
  const isPlain = subqueries || (await guard.expression(text, 'row rule').catch(() => undefined)) !== undefined
  if (!isPlain) return
  const env: Pick<Environment, 'dataset' | 'guard' | 'tables'> = { dataset, guard, tables: ruled }
  const from = await readableSource(source, env)
  if (!from) return
  const statement = print(selectWithClause(from, fragment), engine.dialect)
  try {
    await connection.shape(statement)
  } catch (error) {
    const reported = await errorForAudience(toQueryError(error, source, statement), { ...scope, dataset }, scope.store)
    const { position } = engine.explain(error, statement.text)
    throw inClause(reported, position === undefined ? undefined : position - statement.text.lastIndexOf(text), checked)
  }
}

/** Returns the source of a dataset; undefined if the engine cannot read it even without a clause. */
async function readableSource(
  { connection, engine }: Source,
  env: Parameters<typeof sourceOf>[0],
): Promise<From | undefined> {
  try {
    const from = await sourceOf(env)
    await connection.shape(printRows(from, engine.dialect))
    return from
  } catch {
    return undefined
  }
}

function selectWithClause(from: From, fragment: Fragment): Select {
  const none = { groupBy: [], having: [], orderBy: [], limit: null, offset: 0 }
  const columns = [{ expr: { kind: 'literal', value: 1 }, label: 'n' }] as const
  return { ...none, columns, from, where: [{ kind: 'fragment', fragment }] }
}

/** Returns the error for a clause that is not an expression, with the message of the engine's parser. */
async function clauseSyntaxError(error: unknown, { connection }: Source, checked: CheckedClause): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'clause-wrong') return error
  const read = await connection.grammar.inspect(`${PREFIX}${checked.text}\n)`)
  if (read.ok) return error
  const apiError = new ApiError('sql-syntax', { args: [read.message], cause: error })
  return inClause(apiError, read.position === undefined ? undefined : read.position - PREFIX.length, checked)
}

function inClause(error: unknown, offset: number | undefined, { clause, text }: CheckedClause): unknown {
  if (!(error instanceof ApiError) || offset === undefined || offset < 0 || offset > text.length) return error
  const extra = { ...error.extra, ...lineAndColumn(clause, sourceMap(clause, text)(offset)) }
  return new ApiError(error.code, { args: error.args, extra, cause: error })
}
