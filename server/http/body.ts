import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import type { CurrentUser } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Route } from '#server/route/route.ts'
import { isForAnyone } from '#server/route/policy.ts'
import { bounds, limitExceededError } from '#core/rest/bounds.ts'
import { mayContainLargeInteger, parseJson } from '#core/rest/json.ts'

/** Maximum bytes of a body from a caller without any permission, and of any body read before the caller is known. */
export const MAX_ANONYMOUS_BODY_BYTES = 64 * 1024
/** Maximum bytes of a body from an anonymous caller, if the role Public has permissions. */
export const MAX_PUBLIC_BODY_BYTES = 1024 * 1024
/** Maximum bytes of a JSON body from a signed-in user. A dashboard of five thousand charts has half of them. */
export const SIGNED_IN_BYTES = 4 * 1024 * 1024
/** Maximum bytes of urlencoded form fields, and of JSON where a form with files is expected. */
export const MAX_FIELDS_BYTES = 1024 * 1024
/** Maximum nesting depth of arrays and objects in a JSON body. */
export const JSON_DEPTH = 64
/**
 * Maximum number of values and keys in a JSON body. Many small values take the parser twenty times as long as long
 * texts.
 */
export const JSON_VALUES = 300_000

/** Maximum bytes of a multipart body apart from its files. */
const FORM_ENVELOPE_BYTES = 64 * 1024

/** True if a request has a body, of a known length or not. */
export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function hasType({ headers }: Pick<FastifyRequest, 'headers'>, type: string): boolean {
  return headers['content-type']?.toLowerCase().startsWith(type) ?? false
}

/** True if the content type is form fields without files. */
export function isUrlencoded(request: Pick<FastifyRequest, 'headers'>): boolean {
  return hasType(request, 'application/x-www-form-urlencoded')
}

/** True if the content type is a multipart form. */
export function isMultipart(request: Pick<FastifyRequest, 'headers'>): boolean {
  return hasType(request, 'multipart/form-data')
}

/** Returns the maximum total bytes of the files of a form; undefined for routes without a form. */
export function formLimitOf({ formLimit }: Pick<Route, 'formLimit'>, uploadBytes: number): number | undefined {
  return formLimit === 'upload' ? uploadBytes : formLimit
}

/** Returns the error for an uploaded file that is larger than a limit in bytes. */
export function fileTooLarge(limit: number): ApiError {
  return new ApiError('upload-too-large', { args: [Math.round((limit / 2 ** 20) * 100) / 100] })
}

/** Returns the maximum bytes of a body of the request's content type that this caller may send to the route. */
export function bodyLimit(
  route: Route,
  user: CurrentUser,
  request: Pick<FastifyRequest, 'headers'>,
  uploadBytes: number,
): number {
  const { formOptional, policy } = route
  const formLimit = formLimitOf(route, uploadBytes)
  const own = limitOf(user, isForAnyone(policy))
  if (isUrlencoded(request)) return Math.min(own, MAX_FIELDS_BYTES)
  if (formLimit === undefined) return own
  if (hasType(request, 'multipart/')) return formLimit + FORM_ENVELOPE_BYTES
  return formOptional ? own : Math.min(own, MAX_FIELDS_BYTES)
}

function limitOf(user: CurrentUser, isOpen: boolean): number {
  const mayNothing = Object.values(user.roles).every((pairs) => pairs.length === 0)
  if (mayNothing || isOpen) return MAX_ANONYMOUS_BODY_BYTES
  return user.isAnonymous ? MAX_PUBLIC_BODY_BYTES : SIGNED_IN_BYTES
}

/** Rejects a body whose `content-length` exceeds the limit, before any of it is read. */
export function checkLength(request: Pick<FastifyRequest, 'headers'>, limit: number, { keepsFiles }: Route): void {
  if (Number(request.headers['content-length'] ?? 0) <= limit) return
  if (keepsFiles && hasType(request, 'multipart/')) throw fileTooLarge(limit - FORM_ENVELOPE_BYTES)
  throw new ApiError('payload-too-large', { args: [limit] })
}

/** Returns the body; one of unknown length fails with an error once it exceeds the limit. */
export function limitBody(request: FastifyRequest, payload: RequestPayload, limit: number): RequestPayload {
  // A body with a content length cannot be longer, and multipart forms are counted part by part.
  if (request.headers['transfer-encoding'] === undefined || hasType(request, 'multipart/')) return payload
  let length = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      length += chunk.length
      if (length > limit) done(new ApiError('payload-too-large', { args: [limit] }))
      else done(null, chunk)
    },
  })
  // The reader may be gone once the caller disconnects; then nothing else listens for the error.
  counted.on('error', () => {})
  payload.once('error', (error) => counted.destroy(error))
  return payload.pipe(counted)
}

/**
 * Registers the parser for JSON bodies within `JSON_DEPTH` and `JSON_VALUES`. An empty text is no body: clients send the
 * header with every request.
 */
export function readJsonBodies(app: FastifyInstance, type = 'application/json'): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(type, { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    const { depth, values } = measureJson(body as string)
    if (depth > JSON_DEPTH) done(new ApiError('request-wrong', { args: [`JSON may nest ${JSON_DEPTH} levels deep`] }))
    else if (values > JSON_VALUES)
      done(new ApiError('request-wrong', { args: [`JSON may hold ${JSON_VALUES} values and keys`] }))
    else return parse(request, body as string, (error, value) => readLong(body as string, error, value, done))
  })
  app.removeContentTypeParser('text/plain')
}

/** Passes on the result or error of the default parser. Integers beyond 2^53, which it rounds, keep their digits. */
function readLong(body: string, error: Error | null, value: unknown, done: Done): void {
  if (error || !mayContainLargeInteger(body)) return done(error, value)
  const { most } = bounds['long-number-json']
  if (body.length > most) return done(limitExceededError('long-number-json', body.length))
  done(null, parseJson(body.replace(/^\uFEFF/, '')))
}

type Done = (error: Error | null, value?: unknown) => void

/**
 * Returns the nesting depth of a JSON text and its approximate number of values and keys: its opening brackets, commas
 * and colons. The result for text that is not JSON is meaningless.
 */
export function measureJson(json: string): { readonly depth: number; readonly values: number } {
  let open = 0
  let depth = 0
  let values = 0
  for (let index = 0; index < json.length; index++) {
    const each = json[index]
    if (each === '"') index = endOfText(json, index)
    else if (each === ',' || each === ':') values++
    else if (each === ']' || each === '}') open--
    else if (each === '[' || each === '{') {
      values++
      open++
      if (open > depth) depth = open
    }
  }
  return { depth, values }
}

/** Returns the end of the string literal that begins at `from`. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    const each = json[at]
    if (each === '\\') at++
    else if (each === '"') return at
  }
  return json.length
}
