import { ApiError } from '#core/rest/api-error.ts'
import type { PlanNode } from '#core/rest/sqllab.ts'
import type { Source } from '#server/dataset/sources.ts'
import { planTree } from '#server/engines/query-plan.ts'
import type { Sql } from '#server/engines/sql.ts'
import { runScheduled, type StatementRun, statementError } from './run-statement.ts'

type Explanation = Omit<StatementRun, 'maxRows' | 'maxBytes'>

const EXPECTED_MS = 100
/** Maximum table names in the message about hidden plans. */
const MAX_NAMES = 3

/**
 * Returns the plan of one SELECT of a user without running it. Estimates count all rows of a table. Users with a
 * row-level security rule on any table of the database therefore get `plan-hidden`: views and functions may read a
 * table the statement does not name.
 */
export async function explainStatement(explanation: Explanation): Promise<PlanNode> {
  const { chartData, user, database } = explanation
  const tableRules = await chartData.templates.tables(user, database)
  if (tableRules.length > 0) {
    const names = [...new Set(tableRules.map(({ name }) => name))].slice(0, MAX_NAMES)
    throw new ApiError('plan-hidden', { args: [names.join(', ')] })
  }
  return runScheduled({ ...explanation, expectedMs: EXPECTED_MS }, (source, signal) =>
    planOn(source, explanation, signal),
  )
}

async function planOn(source: Source, explanation: Explanation, signal: AbortSignal): Promise<PlanNode> {
  const { chartData, user, database, sql, templateParams } = explanation
  const rendered = await chartData.templates.sql({ user, database, sql, template_params: templateParams })
  let statement: Sql | undefined
  try {
    statement = await source.guard.statement(rendered)
    // Unknown names fail here as in a run: the position in a plan would include the added words.
    await source.connection.shape(statement)
    return planTree(await source.connection.plan(statement, signal))
  } catch (error) {
    throw await statementError(error, { given: explanation, source, statement, rendered, isNarrowed: false })
  }
}
