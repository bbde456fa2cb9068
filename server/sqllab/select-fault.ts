import type { QueryCreation } from '#core/entity/query.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'

/** Faults of the SQL of virtual datasets, as they are called in the SQL editor. */
const CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  'virtual-not-select': 'dml-refused',
  'virtual-many': 'dml-refused',
  'virtual-empty': 'sql-nothing',
}

const CREATION_CODES: Readonly<Record<QueryCreation['method'], ErrorCode>> = {
  TABLE: 'ctas-not-select',
  VIEW: 'cvas-not-select',
}

/** Returns the fault of a statement that is no single SELECT, in terms of the SQL editor; other errors as they are. */
export function selectFault(error: unknown, creation?: QueryCreation): unknown {
  const known = error instanceof ApiError ? CODES[error.code] : undefined
  const code = known && creation ? CREATION_CODES[creation.method] : known
  if (!(error instanceof ApiError) || code === undefined) return error
  const { extra, sql } = error
  return new ApiError(code, { extra, cause: error, ...(sql === undefined ? {} : { sql }) })
}
