import type { QueryStateJson, StatementState } from '#core/rest/sqllab.ts'

const STATES = ['pending', 'running', 'success', 'failed', 'stopped', 'timed_out'] as const

/** Returns the statements of a run; a run whose response lists none is one statement. */
export function statementsOf(query: QueryStateJson): readonly StatementState[] {
  const { statements = [], errors = [] } = query.extra
  if (statements.length > 0) return statements
  const { sql, rows, limit, limitingFactor, resultsKey, startDttm, endDttm, errorMessage } = query
  const message = { message: errorMessage ?? '', error_type: '', level: 'error' }
  const isLimited = rows !== null && rows === limit && /DROPDOWN/.test(limitingFactor)
  return [
    {
      index: 0,
      sql: sql ?? '',
      start: 0,
      end: sql?.length ?? 0,
      state: STATES.find((state) => state === query.state) ?? 'pending',
      rows,
      limited: isLimited,
      resultsKey,
      startDttm,
      endDttm,
      errors: errors.length > 0 ? errors : errorMessage ? [message] : [],
    },
  ]
}
