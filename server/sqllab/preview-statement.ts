import { callerKey } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import { SQL_PREVIEW_ROWS } from '#core/rest/sqllab.ts'
import type { Source } from '#server/dataset/sources.ts'
import { MAX_RESULT_BYTES } from '#server/engines/result-too-large.ts'
import type { Sql } from '#server/engines/sql.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import type { StatementResult } from './result-text.ts'
import { runScheduled, selectRows, type StatementRun, statementError } from './run-statement.ts'

const DAY_MS = 24 * 3_600_000
/** Maximum milliseconds of a preview. */
const PREVIEW_TIMEOUT_MS = 2000

/** The parameters of a preview. */
export type StatementPreview = Omit<StatementRun, 'maxRows' | 'maxBytes' | 'timeoutMs' | 'creation' | 'isRepeat'>

/** The first rows of a SELECT; `isLimited` is true if there are more. */
interface PreviewRows {
  readonly result: StatementResult
  readonly isLimited: boolean
}

/** The rows of a preview, or the error of a statement that has none. */
export type PreviewOutcome = PreviewRows | { readonly error: ApiError }

/**
 * Runs one SELECT of a user while it is edited: the validation, row-level security rules and errors of a run, with few
 * rows and little time. Other statements are rejected, also where the database allows changes. SQL is invalid or slow
 * most of the time while it is typed: such an error is an outcome. Missing permissions and limits throw. The statement
 * is not in the query history; the action log has it before it runs.
 */
export async function previewStatement(preview: StatementPreview): Promise<PreviewOutcome> {
  const { store, user } = preview
  requireWithin('sql-preview-length', preview.sql.length)
  if (user.userId === null) throw new ApiError('not-signed-in')
  // Every attempt counts, also one that is rejected before it runs.
  const { most } = bounds['sql-previews']
  const counted = await store.limitCounts.allow([{ key: `sql preview ${user.userId}`, most }], DAY_MS)
  if (counted === undefined) requireWithin('sql-previews', most + 1)
  const limits = { timeoutMs: PREVIEW_TIMEOUT_MS, priority: 'below' } as const
  try {
    return await runScheduled({ ...preview, ...limits }, (source, signal) => previewOn(source, preview, signal))
  } catch (error) {
    const apiError = asApiError(error)
    if (apiError && (apiError.row.status === 400 || apiError.code === 'query-timeout')) return { error: apiError }
    throw error
  }
}

async function previewOn(source: Source, preview: StatementPreview, signal: AbortSignal): Promise<PreviewRows> {
  const { chartData, store, user, database, sql, templateParams } = preview
  const tableRules = await chartData.templates.tables(user, database)
  const rendered = await chartData.templates.sql({ user, database, sql, template_params: templateParams })
  let statement: Sql | undefined
  try {
    statement = await source.guard.statement(rendered, tableRules)
    const entity = { entity_type: 'database', entity_id: database.id } as const
    await store.events.append({
      actor: user.userId,
      action: 'query',
      ...entity,
      after: JSON.stringify({ preview: sql }),
    })
    return await selectRows(source, statement, {
      signal,
      maxRows: Math.min(SQL_PREVIEW_ROWS, user.quota?.max_rows ?? SQL_PREVIEW_ROWS),
      maxBytes: MAX_RESULT_BYTES,
      author: callerKey(user),
    })
  } catch (error) {
    throw await statementError(error, {
      given: preview,
      source,
      statement,
      rendered,
      isNarrowed: tableRules.length > 0,
    })
  }
}
