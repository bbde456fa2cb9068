import type * as z from 'zod'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { SentPiece } from '#server/data/result/response-body.ts'
import type { Context } from './context.ts'

/** What a multipart form says of a file. */
interface FileHead {
  readonly field: string
  readonly filename: string
  readonly type: string
}

/** A file of a multipart form. */
export interface FormFile extends FileHead {
  readonly bytes: Uint8Array
}

/** A file of a multipart form on disk, alone in its folder, until the call has been answered. */
export interface StoredFormFile extends FileHead {
  /** Absolute. */
  readonly path: string
}

/** A multipart form, read whole and within the limits of the route. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly FormFile[]
  /** The files in place of `files`, on routes that keep them on disk. */
  readonly kept: readonly StoredFormFile[]
}

/** One request after session and parsing: who asks, what for, with what. */
export interface RouteRequest {
  readonly context: Context
  readonly user: CurrentUser
  /** Parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The query string; of a repeated key the last value. */
  readonly query: Readonly<Record<string, string>>
  /** The `q` argument, rison or JSON; `{}` when absent. */
  readonly q: unknown
  /** The JSON body, or the fields of a form; undefined when there is none. */
  readonly body: unknown
  /** The multipart form, on routes that ask for one. */
  readonly form: Form | undefined
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal
  /** Path and query string below the base path, as they came. */
  readonly url: string
  /** Scheme and host the caller used, without a slash at the end. */
  readonly origin: string
  /** Value of the session cookie, of whatever worth; undefined without one. */
  readonly cookie: string | undefined
  /** What a CSRF token of this caller is made for; undefined without a session cookie. */
  readonly csrfBinding: string | undefined
  /** Address the call came from. */
  readonly ip: string
  /** Fits `style` elements of the page that is answered. */
  readonly nonce: string
}

/** What goes back. `bytes` and `stream` are sent as they are. Absent body: no content. */
export interface RouteResponse {
  readonly status: number
  readonly json?: unknown
  readonly bytes?: Uint8Array
  /** The bytes in pieces, some of them compressed: for a frame of a batch, where the caller takes them so. */
  readonly pieces?: readonly SentPiece[]
  readonly stream?: AsyncIterable<Uint8Array>
  /** Content type of `bytes` and `stream`. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A session cookie to set; empty removes it. */
  readonly cookie?: string
  /**
   * What the very same call would be answered now if nothing stored had been written since; undefined: it has to be
   * asked anew. The same call: address, body, cookies, authorization and what is accepted are equal byte by byte. Only
   * on answers that depend on nothing else of a call, and on routes that say `repeats`.
   */
  readonly again?: () => RouteResponse | undefined
  /** What the very same call is answered that was made at `at`, epoch milliseconds, while this one was answered. */
  readonly share?: (at: number) => RouteResponse | undefined
}

/** What is told is read only. */
type DeepReadonly<T> = T extends readonly (infer Each)[]
  ? readonly DeepReadonly<Each>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T

/** An answer of JSON of the shape that the route says (`Route.answers`). */
export function jsonResponse<Shape extends z.ZodType>(
  _shape: Shape,
  json: DeepReadonly<z.output<Shape>>,
  status = 200,
): RouteResponse {
  return { status, json }
}

/** A permission on a view. */
export interface PolicyPair {
  readonly permission: string
  readonly view: string
}

/**
 * Who may call a route: anybody, anybody signed in, holders of a permission pair, or holders of one of several pairs. A
 * route without a policy does not start.
 */
export type Policy =
  | { readonly allow: 'anyone' }
  | { readonly allow: 'signed in' }
  | PolicyPair
  | { readonly anyOf: readonly PolicyPair[] }

/** One call. `path` of a resource's route follows `/api/v1/{name}`; `:id` is a part of it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly policy: Policy
  /** Why a call with a session cookie needs no CSRF token; absent when it needs one. */
  readonly csrfExempt?: string
  /**
   * Present on routes that take a form; the most bytes its files may have together, where it is multipart. `upload` is
   * the setting for uploaded files.
   */
  readonly formLimit?: number | 'upload'
  /** Present on routes that take JSON in place of the form too. */
  readonly formOptional?: true
  /** Present on routes whose multipart form may bring the CSRF token as its field `csrf_token`. */
  readonly tokenInForm?: true
  /** Present on routes of large files, which are written to disk as they arrive. */
  readonly keepsFiles?: true
  /** Present on routes whose answers may be given again: see `Answer.again`. */
  readonly repeats?: true
  /** What pages load the answer as, a part of themselves; absent where they open it or ask for it by a call. */
  readonly loadedAs?: 'script'
  /** What the JSON body is read by, for the document of the product. */
  readonly body?: z.ZodType
  /** What its JSON answers are, by status, for the document of the product; `jsonResponse` makes them. */
  readonly answers?: Readonly<Record<number, z.ZodType>>
  handler(asked: RouteRequest): Promise<RouteResponse>
}
