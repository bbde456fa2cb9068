import { createHash, createHmac } from 'node:crypto'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { ApiError } from '#core/rest/api-error.ts'
import { type BucketSource, endpointLookup, hostOf, portOf, statusError, toConnectionError } from './object-store.ts'

/** An object of a bucket. */
export interface StoredObject {
  readonly key: string
  readonly size: number
  /** Differs after a change of the object. */
  readonly version: string
}

/** Maximum number of objects that are listed in search of files. */
const MAX_OBJECTS = 100_000
/** Maximum size of one page of a list in bytes: a thousand keys of 1,024 bytes, each byte encoded by three characters. */
const MAX_PAGE_BYTES = 8 * 2 ** 20
/** Milliseconds after which a request without a response is given up. */
const RESPONSE_MS = 15_000

/** Characters that stay as they are in paths and queries of signed requests. */
const encodePath = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** A GET request without a body, to be signed. */
interface SignedRequest {
  readonly host: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Epoch milliseconds. */
  readonly now: number
}

/** Returns the path and the headers of a GET request, signed by the account of a bucket (AWS Signature Version 4). */
export function signedRequest(
  { host, path, query, now }: SignedRequest,
  {
    region,
    accessKey,
    secretKey,
    sessionToken,
  }: Pick<BucketSource, 'region' | 'accessKey' | 'secretKey' | 'sessionToken'>,
): { readonly path: string; readonly headers: Readonly<Record<string, string>> } {
  const sorted = Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const search = sorted.map(([name, value]) => `${encodePath(name)}=${encodePath(value)}`).join('&')
  const fullPath = path.split('/').map(encodePath).join('/')
  const target = search === '' ? fullPath : `${fullPath}?${search}`
  if (!accessKey) return { path: target, headers: { host } }
  const time = `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const body = createHash('sha256').update('').digest('hex')
  const token = sessionToken ? { 'x-amz-security-token': sessionToken } : {}
  const headers = { host, 'x-amz-content-sha256': body, 'x-amz-date': time, ...token }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['GET', fullPath, search, lines.join(''), names, body].join('\n')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secretKey ?? ''}`)
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { path: target, headers: { ...headers, authorization } }
}

/**
 * Returns the objects of a bucket whose keys begin with a prefix, in the order of the store. Redirects are not followed.
 * Throws `data-files-many`, and the errors of `statusError` and `unreachable`.
 */
export async function listObjects(
  source: BucketSource,
  prefix: string,
  signal: AbortSignal,
): Promise<readonly StoredObject[]> {
  const found: StoredObject[] = []
  for (let token: string | undefined = ''; token !== undefined; ) {
    const page: string = await fetchList(source, prefix, token === '' ? {} : { 'continuation-token': token }, signal)
    found.push(...objectsIn(page))
    if (found.length > MAX_OBJECTS)
      throw new ApiError('data-files-many', { args: [source.path, MAX_OBJECTS, 'objects'] })
    const next = elementOf(page, 'NextContinuationToken')
    token = elementOf(page, 'IsTruncated') === 'true' && next ? unescapeXml(next) : undefined
  }
  return found
}

/** Returns the objects of the first page of a list; see `listObjects`. */
export async function firstObjects(
  source: BucketSource,
  prefix: string,
  signal: AbortSignal,
): Promise<readonly StoredObject[]> {
  return objectsIn(await fetchList(source, prefix, {}, signal))
}

function fetchList(
  source: BucketSource,
  prefix: string,
  query: SignedRequest['query'],
  signal: AbortSignal,
): Promise<string> {
  const bucket = source.path.split('/')[0] ?? ''
  return fetchPage(source, `/${bucket}/`, { 'encoding-type': 'url', 'list-type': '2', prefix, ...query }, signal)
}

async function fetchPage(
  source: BucketSource,
  path: string,
  query: SignedRequest['query'],
  signal: AbortSignal,
): Promise<string> {
  const endpoint = new URL(source.endpoint)
  const target = signedRequest({ host: endpoint.host, path, query, now: Date.now() }, source)
  const request = endpoint.protocol === 'https:' ? httpsRequest : httpRequest
  const limit = AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_MS)])
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        host: hostOf(endpoint),
        port: portOf(endpoint),
        lookup: endpointLookup(endpoint),
        agent: false,
        ca: source.authorities,
      }
      request({ ...options, ...target, signal: limit }, resolve)
        .on('error', reject)
        .end()
    })
    const body = await bodyOf(response)
    const error = statusError(response.statusCode ?? 0, source)
    if (error) throw error
    return body
  } catch (error) {
    signal.throwIfAborted()
    throw toConnectionError(source.endpoint, limit.aborted ? { code: 'ETIMEDOUT' } : error)
  }
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_PAGE_BYTES) throw new Error('The list of a bucket is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Keys are percent-encoded, so that the elements of a list contain no other markup than entities. */
function objectsIn(page: string): readonly StoredObject[] {
  return page
    .split('<Contents>')
    .slice(1)
    .map((text) => {
      const entry = text.split('</Contents>')[0] ?? ''
      const size = Number(elementOf(entry, 'Size'))
      const version = ['ETag', 'LastModified'].map((name) => elementOf(entry, name) ?? '')
      return { key: decodedKey(elementOf(entry, 'Key') ?? ''), size, version: [size, ...version].join(' ') }
    })
}

function elementOf(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`)
  const end = text.indexOf(`</${name}>`, start)
  return start < 0 || end < 0 ? undefined : text.slice(start + name.length + 2, end)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')

/** Stores encode a space as `+` or as `%20`. */
function decodedKey(text: string): string {
  try {
    return decodeURIComponent(unescapeXml(text).replaceAll('+', ' '))
  } catch {
    return text
  }
}
