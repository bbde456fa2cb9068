import type { ApiErrorOptions } from '#core/rest/api-error.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ErrorCode } from '#core/rest/errors.ts'

/** What the server tells an engine process. */
export type ProcessCall =
  | { readonly id: number; readonly method: string; readonly args: unknown }
  /** The answer to this call is no longer wanted. */
  | { readonly interrupt: number }

/** What an engine process tells the server. */
export type Word =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
  /** Bytes of memory the process has, from where nobody else can look. */
  | { readonly resident: number }

/** An error on its way between processes. */
export interface Failure {
  readonly message: string
  readonly fault?: { readonly code: ErrorCode } & Pick<ApiErrorOptions, 'args' | 'extra' | 'sql'>
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { code, args, extra, sql, message } = error
    return { message, fault: { code, args, extra, ...(sql === undefined ? {} : { sql }) } }
  }
  return { message: error instanceof Error ? error.message : String(error) }
}

export function errorOf({ message, fault }: Failure): Error {
  if (!fault) return new Error(message)
  const { code, ...options } = fault
  return new ApiError(code, options)
}
