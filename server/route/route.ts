import type { IncomingFileObserver } from '#server/base/incoming-file-observer.ts'
import type * as z from 'zod'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { GrantLevel } from '#core/rest/grant-level.ts'
import type { BodyChunk } from '#server/data/result/response-body.ts'
import type { Context } from './context.ts'

/* The contract of routes: the request, the response, the policy and the handler of one HTTP method and path. */

/** The metadata of a file in a multipart form. */
interface FileHead {
  readonly field: string
  readonly filename: string
  readonly type: string
}

/** A file of a multipart form. */
export interface FormFile extends FileHead {
  readonly bytes: Uint8Array
}

/** A file of a multipart form on disk, in a separate folder, until the request has been answered. */
export interface StoredFormFile extends FileHead {
  /** Absolute. */
  readonly path: string
}

/** The fields of a form that precede a file, when the file begins to arrive. */
export interface FormStart extends Pick<FileHead, 'filename'> {
  readonly fields: Readonly<Record<string, string>>
}

/** A multipart form, read completely and within the limits of the route. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly FormFile[]
  /** The files on disk, on routes with `keepsFiles`; other routes have them in `files`. */
  readonly storedFiles: readonly StoredFormFile[]
  /** The receipt of the first file, on routes with `onFileStart`. */
  readonly receipt?: IncomingFileObserver | undefined
}

/** A request after authentication and parsing. */
export interface RouteRequest {
  readonly context: Context
  readonly user: CurrentUser
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The query string; of a repeated key, the last value. */
  readonly query: Readonly<Record<string, string>>
  /** The `q` argument, rison or JSON; `{}` if absent. */
  readonly q: unknown
  /** The JSON body, or the fields of a form; undefined if there is none. */
  readonly body: unknown
  /** The multipart form, on routes that accept one. */
  readonly form: Form | undefined
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Aborted when the caller has disconnected. */
  readonly signal: AbortSignal
  /** Path and query string below the base path, unchanged. */
  readonly url: string
  /** Scheme and host the caller used, without a trailing slash. */
  readonly origin: string
  /** Value of the session cookie, not validated; undefined without one. */
  readonly cookie: string | undefined
  /** The value the caller's CSRF token is bound to; undefined without a session cookie. */
  readonly csrfBinding: string | undefined
  /** IP address of the caller. */
  readonly ip: string
  /** Nonce for `style` elements of the page. */
  readonly nonce: string
}

/** A response. `bytes` and `stream` are sent unchanged. No body: no content. */
export interface RouteResponse {
  readonly status: number
  readonly json?: unknown
  readonly bytes?: Uint8Array
  /** The bytes in chunks, some of them compressed: for a frame of a batch, if the client accepts them. */
  readonly pieces?: readonly BodyChunk[]
  readonly stream?: AsyncIterable<Uint8Array>
  /** Content type of `bytes` and `stream`. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A session cookie to set; empty removes it. */
  readonly cookie?: string
  /**
   * Returns the response to the very same request now, if nothing stored has been written since; undefined if it must
   * be computed anew. The same request has equal URL, body, cookies, authorization and accept headers, byte by byte.
   * Only on responses that depend on nothing else of a request, and on routes with `repeats`.
   */
  readonly again?: () => RouteResponse | undefined
  /**
   * Returns the response to the very same request that was made at `at`, epoch milliseconds, while this one was
   * answered.
   */
  readonly share?: (at: number) => RouteResponse | undefined
}

/** Response values are read-only. */
type DeepReadonly<T> = T extends readonly (infer Each)[]
  ? readonly DeepReadonly<Each>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T

/** Returns a JSON response of the shape that the route declares (`Route.answers`). */
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
  /** Users with a grant of at least this level may call too; the handler checks the object. */
  readonly orGrant?: GrantLevel
}

/**
 * The callers that a route admits: all, all signed-in users, holders of a permission pair, or of one of several pairs.
 * The server does not start with a route without a policy.
 */
export type Policy =
  | { readonly allow: 'anyone' }
  | { readonly allow: 'signed in' }
  | PolicyPair
  | { readonly anyOf: readonly PolicyPair[] }

/** One route. `path` of a resource's route follows `/api/v1/{name}`; `:id` is a path parameter. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly policy: Policy
  /** Why a request with a session cookie needs no CSRF token; absent if it needs one. */
  readonly csrfExempt?: string
  /**
   * Set on routes that accept a form: the maximum total bytes of its files, if it is multipart. `upload` means the
   * setting for uploaded files.
   */
  readonly formLimit?: number | 'upload'
  /** Set on routes that also accept JSON instead of the form. */
  readonly formOptional?: true
  /** Set on routes whose multipart form may have the CSRF token in its field `csrf_token`. */
  readonly tokenInForm?: true
  /** Set on routes of large files, which are written to disk as they arrive. */
  readonly keepsFiles?: true
  /**
   * The scope that a personal API token needs, if it is not that of the method: `read` on POST routes that only query,
   * `write` on GET routes that change something.
   */
  readonly tokenScope?: 'read' | 'write'
  /** Set on routes that no bearer token may call, because what they create outlives the token. */
  readonly needsSession?: true
  /**
   * How the route answers an administrator who views the application as another user or a role: `administrator` as
   * themselves, `never` not at all, `read` as the viewed user without its writes. By default, calls that read (see
   * `tokenScope`) are answered as the viewed user, and others are rejected.
   */
  readonly viewAs?: 'administrator' | 'never' | 'read'
  /** Set on routes that bearers of guest tokens may call; they see only what their token names. */
  readonly guest?: true
  /** Called when the first file of a form begins to arrive, on routes with `keepsFiles`. The form is not read yet. */
  readonly onFileStart?: (request: RouteRequest, start: FormStart) => IncomingFileObserver | undefined
  /** Set on routes whose responses may be cached: see `RouteResponse.again`. */
  readonly repeats?: true
  /** The type of subresource that pages load this response as; absent if they navigate to it or fetch it. */
  readonly loadedAs?: 'script'
  /** The schema of the JSON body, for the API document. */
  readonly body?: z.ZodType
  /** The schemas of its JSON responses by status, for the API document; `jsonResponse` creates them. */
  readonly responses?: Readonly<Record<number, z.ZodType>>
  handler(request: RouteRequest): Promise<RouteResponse>
}
