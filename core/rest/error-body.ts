import { placeholderCount } from '#core/text/interpolate.ts'
import type { ErrorLevel } from './browser-errors.ts'
import type { ErrorCode } from './errors.ts'
import type { ApiError } from './api-error.ts'
import type { FieldErrors } from './catalogue-error.ts'
import { type ErrorType, issuesOf, issueTexts } from './issues.ts'

/** Response header with the error code of the catalogue, for every body format. */
export const ERROR_HEADER = 'x-facet-error'

/** One entry of `{errors: [...]}`. */
export interface WireError {
  readonly message: string
  readonly error_type: ErrorType
  readonly level: ErrorLevel
  readonly extra: Readonly<Record<string, unknown>>
}

/** Identifies an error in `extra`: its row of the catalogue and the values for its message. */
export interface ErrorReference {
  readonly code: ErrorCode
  readonly args: readonly (string | number)[]
}

/** The body of an error response. */
export type ErrorBody =
  | { readonly message: string | FieldErrors; readonly extra?: ErrorReference }
  | { readonly msg: string; readonly extra?: ErrorReference }
  | { readonly message?: string; readonly errors: readonly WireError[] }

/**
 * Returns the body for an error, in the format of its catalogue row. Details and SQL are sent only if the row allows
 * them; a `{message}` body then contains them in `errors`. Code and arguments are in `extra`. A `{message}` body omits
 * `extra` if the header names the code and the message has no placeholders; a frame has no header (`isBare`).
 */
export function errorBody(apiError: ApiError, { isBare = false } = {}): ErrorBody {
  const { body, detail } = apiError.row
  const reported = errorReference(apiError)
  const extra = isBare || reported.args.length > 0 ? { extra: reported } : {}
  if (apiError.fields) return { message: apiError.fields, ...extra }
  if (body === 'msg') return { msg: apiError.message, ...extra }
  if (body === 'errors') return { errors: [wireError(apiError)] }
  const details = detail && (apiError.sql !== undefined || Object.keys(apiError.extra).length > 0)
  return details
    ? { message: apiError.message, errors: [wireError(apiError)] }
    : { message: apiError.message, ...extra }
}

/** Sends only the arguments that the message shows. */
function errorReference({ code, args, row }: ApiError): ErrorReference {
  return { code, args: args.slice(0, placeholderCount(row.message)) }
}

/** Returns the `Retry-After` header of an error that time resolves, with `retry_after` seconds in its details. */
export function retryHeaders({ extra }: ApiError): Readonly<Record<string, string>> {
  const { retry_after: seconds } = extra
  return typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
}

/** Returns an error as an entry of `{errors: [...]}`, with the numbered issues of its type. */
export function wireError(apiError: ApiError): WireError {
  const { type, level, detail } = apiError.row
  const issues: readonly number[] = issuesOf[type]
  return {
    message: apiError.message,
    error_type: type,
    level,
    extra: {
      ...(detail ? apiError.extra : {}),
      ...(detail && apiError.sql !== undefined ? { sql: apiError.sql } : {}),
      ...errorReference(apiError),
      ...(issues.length > 0 ? { issue_codes: issues.map(issueOf) } : {}),
    },
  }
}

function issueOf(code: number): { code: number; message: string } {
  return { code, message: `Issue ${code} - ${issueTexts[code]}` }
}
