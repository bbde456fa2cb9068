import type { ErrorLevel } from './errors.ts'
import type { Fault, FieldErrors } from './fault.ts'
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

/** The body of a failed call. */
export type ErrorBody =
  | { readonly message: string | FieldErrors }
  | { readonly msg: string }
  | { readonly message?: string; readonly errors: readonly WireError[] }

/**
 * The body that answers a fault, in the family its row names. Extra facts and SQL leave the server only where the
 * row allows detail; a `{message}` that has some carries them in `errors` beside it.
 */
export function errorBody(fault: Fault): ErrorBody {
  const { body, detail } = fault.row
  if (fault.fields) return { message: fault.fields }
  if (body === 'msg') return { msg: fault.message }
  if (body === 'errors') return { errors: [wireError(fault)] }
  const facts = detail && (fault.sql !== undefined || Object.keys(fault.extra).length > 0)
  return facts ? { message: fault.message, errors: [wireError(fault)] } : { message: fault.message }
}

/** A fault as an entry of `{errors: [...]}`, with the numbered issues of its type. */
export function wireError(fault: Fault): WireError {
  const { type, level, detail } = fault.row
  const issues: readonly number[] = issuesOf[type]
  return {
    message: fault.message,
    error_type: type,
    level,
    extra: {
      ...(detail ? fault.extra : {}),
      ...(detail && fault.sql !== undefined ? { sql: fault.sql } : {}),
      ...(issues.length > 0 ? { issue_codes: issues.map(issue) } : {}),
    },
  }
}

function issue(code: number): { code: number; message: string } {
  return { code, message: `Issue ${code} - ${issueTexts[code]}` }
}
