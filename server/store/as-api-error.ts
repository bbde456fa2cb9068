import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { UniqueViolation } from '#server/store/errors.ts'

/** Errors of the HTTP layer, by its codes. */
const byCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'not-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'not-json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'arguments-wrong',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload-too-large',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
  FST_REQ_FILE_TOO_LARGE: 'payload-too-large',
  FST_FILES_LIMIT: 'arguments-wrong',
  FST_FIELDS_LIMIT: 'arguments-wrong',
  FST_PARTS_LIMIT: 'arguments-wrong',
  ENOSPC: 'disk-full',
  SQLITE_FULL: 'disk-full',
  SQLITE_BUSY: 'store-busy',
}

/** Errors of the store, by name. */
const byName: Readonly<Record<string, ErrorCode>> = {
  RowMissing: 'not-found',
  VersionConflict: 'version-conflict',
  WrongTransactionStore: 'store-nested',
  InvalidValue: 'store-value',
  StoreFull: 'disk-full',
  StoreUnavailable: 'unavailable',
}

/** A concurrent write took the value: each column of the unique constraint becomes an invalid field. */
function uniqueViolationError(error: UniqueViolation): ApiError {
  const fields = Object.fromEntries(error.columns.map((column) => [column, ['Must be unique']]))
  return new ApiError('fields-refused', { cause: error, fields })
}

/** Returns the API error for an error; undefined if it is unknown. */
export function asApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (!(error instanceof Error)) return undefined
  if (error.name === 'UniqueViolation') return uniqueViolationError(error as UniqueViolation)
  const own = (error as { code?: unknown }).code
  const code = byName[error.name] ?? (typeof own === 'string' ? byCode[own] : undefined)
  if (!code) return undefined
  if (code === 'store-value') return new ApiError(code, { cause: error, args: [error.message] })
  const limit = (error as { limit?: unknown }).limit
  return new ApiError(code, { cause: error, args: typeof limit === 'number' ? [limit] : [] })
}
