import { fill } from '#core/text/fill.ts'
import { type ErrorCode, type ErrorRow, errors } from './errors.ts'

/** Details of an error besides its code. */
export interface ApiErrorOptions {
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
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly args: readonly (string | number)[]
  readonly extra: Readonly<Record<string, unknown>>
  readonly fields: FieldErrors | undefined
  readonly sql: string | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(fill(errors[code].message, options.args ?? []), 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'ApiError'
    this.code = code
    this.args = options.args ?? []
    this.extra = options.extra ?? {}
    this.fields = options.fields
    this.sql = options.sql
  }

  /** Returns the row of the catalogue. */
  get row(): ErrorRow {
    return errors[this.code]
  }
}
