import type { CatalogueErrorOptions } from '#core/rest/catalogue-error.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ErrorCode } from '#core/rest/errors.ts'

/** A message from the server to an engine process. */
export type ProcessCall =
  | { readonly id: number; readonly method: string; readonly args: unknown }
  /** The result of this call is no longer needed. */
  | { readonly interrupt: number }

/** A message from an engine process to the server. */
export type ProcessMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
  /** The progress of a running call. */
  | { readonly id: number; readonly progress: unknown }
  /** Memory of the process in bytes, on systems where other processes cannot read it. */
  | { readonly resident: number }

/** A serialized error. */
export interface Failure {
  readonly message: string
  readonly fault?: { readonly code: ErrorCode } & Pick<CatalogueErrorOptions, 'args' | 'extra' | 'sql'>
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
