import { interpolate } from '#core/text/interpolate.ts'
import { type BrowserErrorCode, browserErrors, type ErrorRow } from './browser-errors.ts'
import type { ErrorCode } from './errors.ts'

/** Details of an error besides its code. */
export interface CatalogueErrorOptions {
  /** Values for the `%s` placeholders of the message, in order. */
  readonly args?: readonly (string | number)[]
  /** Details for `extra` of the wire, sent only if the catalogue allows detail. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Messages by field, for `fields-wrong` and `fields-refused`. */
  readonly fields?: FieldErrors
  /** The statement that failed. */
  readonly sql?: string
  readonly cause?: unknown
}

/** Messages by field name; they nest like the fields. */
export interface FieldErrors {
  readonly [field: string]: readonly string[] | FieldErrors
}

/** An error of the catalogue. `message` is the English text with its placeholders filled. */
export class CatalogueError extends Error {
  readonly code: ErrorCode
  /** The row of the catalogue. */
  readonly row: ErrorRow
  readonly args: readonly (string | number)[]
  readonly extra: Readonly<Record<string, unknown>>
  readonly fields: FieldErrors | undefined
  readonly sql: string | undefined

  constructor(code: ErrorCode, row: ErrorRow, options: CatalogueErrorOptions) {
    super(interpolate(row.message, options.args ?? []), 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'ApiError'
    this.code = code
    this.row = row
    this.args = options.args ?? []
    this.extra = options.extra ?? {}
    this.fields = options.fields
    this.sql = options.sql
  }
}

/** Returns an error of code that runs in browsers as well, without loading the whole catalogue. */
export function browserError(code: BrowserErrorCode, options: CatalogueErrorOptions = {}): CatalogueError {
  return new CatalogueError(code, browserErrors[code], options)
}
