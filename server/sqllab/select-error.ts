import type { QueryCreation } from '#core/entity/query.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'

/** Errors of the SQL of virtual datasets, by their codes in SQL Lab. */
const CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  'virtual-not-select': 'dml-refused',
  'virtual-many': 'dml-refused',
  'virtual-empty': 'sql-nothing',
}

const CREATION_CODES: Readonly<Record<QueryCreation['method'], ErrorCode>> = {
  TABLE: 'ctas-not-select',
  VIEW: 'cvas-not-select',
}

/**
 * Returns the error of a statement that is not a single SELECT, with a SQL Lab code; other errors are returned
 * unchanged.
 */
export function selectError(error: unknown, creation?: QueryCreation): unknown {
  const known = error instanceof ApiError ? CODES[error.code] : undefined
  const code = known && creation ? CREATION_CODES[creation.method] : known
  if (!(error instanceof ApiError) || code === undefined) return error
  const { extra, sql } = error
  return new ApiError(code, { extra, cause: error, ...(sql === undefined ? {} : { sql }) })
}
