import { holes } from '#core/text/fill.ts'
import type { ErrorCode, ErrorLevel } from './errors.ts'
import type { ApiError, FieldErrors } from './api-error.ts'
import { type ErrorType, issuesOf, issueTexts } from './issues.ts'

/** Answer header that carries the code of the catalogue, whatever the body's family. */
export const ERROR_HEADER = 'x-facet-error'

/** One entry of `{errors: [...]}`. */
export interface WireError {
  readonly message: string
  readonly error_type: ErrorType
  readonly level: ErrorLevel
  readonly extra: Readonly<Record<string, unknown>>
}

/** What names a failure in `extra`: its row of the catalogue and what fills the holes of its message. */
export interface ErrorReference {
  readonly code: ErrorCode
  readonly args: readonly (string | number)[]
}

/** The body of a failed call. */
export type ErrorBody =
  | { readonly message: string | FieldErrors; readonly extra?: ErrorReference }
  | { readonly msg: string; readonly extra?: ErrorReference }
  | { readonly message?: string; readonly errors: readonly WireError[] }

/**
 * The body that answers a fault, in the family its row names. Extra facts and SQL leave the server only where the
 * row allows detail; a `{message}` that has some carries them in `errors` beside it. Code and arguments stand in
 * `extra`. Where the header names the code and the message has no holes, a `{message}` needs none of them; a frame has
 * no header (`isBare`).
 */
export function errorBody(fault: ApiError, { isBare = false } = {}): ErrorBody {
  const { body, detail } = fault.row
  const told = toldCode(fault)
  const extra = isBare || told.args.length > 0 ? { extra: told } : {}
  if (fault.fields) return { message: fault.fields, ...extra }
  if (body === 'msg') return { msg: fault.message, ...extra }
  if (body === 'errors') return { errors: [wireError(fault)] }
  const facts = detail && (fault.sql !== undefined || Object.keys(fault.extra).length > 0)
  return facts ? { message: fault.message, errors: [wireError(fault)] } : { message: fault.message, ...extra }
}

/** Only what the message shows leaves the server. */
function toldCode({ code, args, row }: ApiError): ErrorReference {
  return { code, args: args.slice(0, holes(row.message)) }
}

/** A fault as an entry of `{errors: [...]}`, with the numbered issues of its type. */
export function wireError(fault: ApiError): WireError {
  const { type, level, detail } = fault.row
  const issues: readonly number[] = issuesOf[type]
  return {
    message: fault.message,
    error_type: type,
    level,
    extra: {
      ...(detail ? fault.extra : {}),
      ...(detail && fault.sql !== undefined ? { sql: fault.sql } : {}),
      ...toldCode(fault),
      ...(issues.length > 0 ? { issue_codes: issues.map(issue) } : {}),
    },
  }
}

function issue(code: number): { code: number; message: string } {
  return { code, message: `Issue ${code} - ${issueTexts[code]}` }
}
