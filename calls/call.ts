import { ERROR_HEADER } from '#core/rest/error-body.ts'
import { type ErrorTexts, errorText } from '#core/rest/error-text.ts'
import { type BrowserErrorCode, browserErrors } from '#core/rest/browser-errors.ts'
import { type ReadError, readErrorBody } from '#core/rest/read-error.ts'
import { t } from '#core/text/t.ts'
import { GET_OPTIONS, consumePrefetchedCall } from './prefetched-call.ts'
import { syncClock } from '#calls/clock.ts'

/** The settings of all requests; set once at start from the bootstrap object. */
export interface CallSettings {
  /** The path prefix of the application, without a trailing slash. */
  readonly basePath: string
  readonly csrfToken: string
  /** The default timeout in milliseconds. */
  readonly timeout: number
  /** Texts that replace the server's, by error type. */
  readonly errorTexts?: ErrorTexts
  /** Translates an error from its code and arguments, unless the language is that of the server's texts. */
  readonly translateError?: ((error: ReadError, code?: string) => string | undefined) | undefined
  /** Called when the session has ended. */
  readonly onSignedOut?: () => void
}

let settings: CallSettings = { basePath: '', csrfToken: '', timeout: 60_000 }

export function configureCalls(next: CallSettings): void {
  settings = next
}

/** Replaces the CSRF token, which belongs to a session, after the user has signed in again. */
export function renewCsrfToken(csrfToken: string): void {
  settings = { ...settings, csrfToken }
}

/** Translates later errors with the catalogue, which is loaded for languages other than English only. */
export function translateErrors(translateError: CallSettings['translateError']): void {
  settings = { ...settings, translateError }
}

/** A failed request. `message` is for users; `status` is the HTTP status, or 0 without a response. */
export class ApiResponseError extends Error {
  readonly kind: 'answer' | 'abort' | 'timeout' | 'network'
  readonly status: number
  readonly body: unknown
  /** The code in the error catalog, if any. */
  readonly code: string | undefined
  /** The id of the request in the log of the server, if it sent one. */
  requestId: string | undefined

  constructor(message: string, kind: ApiResponseError['kind'], status = 0, body?: unknown, code?: string) {
    super(message)
    this.code = code
    this.name = 'ApiError'
    this.kind = kind
    this.status = status
    this.body = body
  }
}

/**
 * True if a request failed with one of these codes of the error catalog. If the response names no code, as from a
 * proxy, its status is compared.
 */
export function hasErrorCode(error: unknown, ...codes: readonly BrowserErrorCode[]): error is ApiResponseError {
  if (!(error instanceof ApiResponseError)) return false
  if (error.code !== undefined) return codes.some((code) => code === error.code)
  return error.kind === 'answer' && codes.some((code) => browserErrors[code].status === error.status)
}

/** Returns the error of an aborted request. */
export function abortError(): ApiResponseError {
  return new ApiResponseError('abort', 'abort')
}

/** Returns the error of a request without a response; `cause` is what the browser threw. */
export function connectionError(cause: unknown): ApiResponseError {
  if (cause instanceof ApiResponseError) return cause
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  if (name === 'AbortError') return abortError()
  if (name === 'TimeoutError')
    return new ApiResponseError(t('The server did not answer in time.'), 'timeout', 0, undefined, 'timeout')
  return new ApiResponseError(t(browserErrors.network.message), 'network', 0, undefined, 'network')
}

export interface CallOptions {
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  readonly accept?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number
  /** Sent even if the page unloads. */
  readonly keepalive?: boolean
  /** Replaces `fetch` for this request. */
  readonly transport?: ((url: string, options: RequestInit) => Promise<Response>) | undefined
}

const REQUEST_ID_HEADER = 'x-request-id'

const WRITES = new Set(['POST', 'PUT', 'DELETE', 'PATCH'])

/** Returns the URL of a path below the base path, with its query string. */
export function buildUrl(path: string, query: CallOptions['query'] = {}): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const search = pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''
  return `${settings.basePath}${path}${search}`
}

/** Returns the response of a prefetched call equal to this one, if any. */
function prefetchedResponse(method: string, url: string, { accept, headers }: CallOptions, signal: AbortSignal) {
  if (method !== GET_OPTIONS.method || accept !== undefined || headers !== undefined) return undefined
  return consumePrefetchedCall(url, signal)
}

/** Sends a request and returns the response regardless of its status; rejects only without a response. */
export async function send(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const timer = AbortSignal.timeout(options.timeout ?? settings.timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, timer]) : timer
  const { body: given } = options
  const body = given instanceof FormData || given instanceof URLSearchParams ? given : textOf(given)
  try {
    const url = buildUrl(path, options.query)
    const request = options.transport ?? fetch
    const response = await (prefetchedResponse(method, url, options, signal) ??
      request(url, {
        method,
        signal,
        credentials: GET_OPTIONS.credentials,
        ...(options.keepalive ? { keepalive: true } : {}),
        headers: {
          accept: options.accept ?? GET_OPTIONS.headers.accept,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
          ...(WRITES.has(method) ? { 'x-csrftoken': settings.csrfToken } : {}),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body }),
      }))
    syncClock(response.headers?.get('date') ?? null)
    return response
  } catch (cause) {
    throw options.signal?.aborted ? abortError() : connectionError(cause)
  }
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body)
}

/** Returns the error for a failed response. */
export async function responseFailure(response: Response): Promise<ApiResponseError> {
  const text = await response.text().catch(() => '')
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    // Proxies respond with HTML: the status line is more useful than the page.
  }
  if (response.status === 401) settings.onSignedOut?.()
  const { status, statusText, headers } = response
  const error = responseError(status, body, statusText, headers.get(ERROR_HEADER) ?? undefined)
  error.requestId = headers.get(REQUEST_ID_HEADER) ?? undefined
  return error
}

/** Returns the message of an error in the current language; undefined if the body has none. */
export function errorMessage(read: ReadError, code = read.reference?.code): string | undefined {
  return settings.translateError ? settings.translateError(read, code) : read.message
}

/** Returns the error for a status and a body. */
export function responseError(status: number, body: unknown, statusText = '', named?: string): ApiResponseError {
  const read = readErrorBody(body)
  const code = named ?? read.reference?.code
  const text = errorMessage(read, code) ?? `${status} ${statusText}`.trim()
  const shown = errorText({ message: text, errorType: read.errors[0]?.error_type }, settings.errorTexts)
  return new ApiResponseError(shown, 'answer', status, body, code)
}

/** Sends a request and returns its JSON; every status above 299 rejects with an `ApiResponseError`. */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(method, path, options)
  if (!response.ok) throw await responseFailure(response)
  if (response.status === 204) return undefined as T
  try {
    return (await response.json()) as T
  } catch (cause) {
    throw options.signal?.aborted ? abortError() : connectionError(cause)
  }
}
