import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

/** An operation as named in the document: `GET /api/v1/chart/{id}`. */
export type OperationName = string

/** A change made by one request and observed by another. */
export interface Change {
  /** For a read operation, the one that makes the change; for a write operation, the one that observes it. */
  readonly counterpart: OperationName
  /** Makes the change and observes it; both requests must be sent and succeed. */
  act(fixture: EffectFixture): Promise<void>
}

/** The file and title of another test that proves the effect of an operation. */
export interface Proof {
  readonly file: string
  readonly title: string
}

/** An operation whose response no request changes, and why; it is called and must succeed. */
export interface Constant {
  readonly why: string
  act(fixture: EffectFixture): Promise<void>
}

export type Effect = Change | Proof | Constant
export type EffectsByOperation = Readonly<Record<OperationName, Effect>>

/** A caller whose requests are recorded. Every request must succeed, unless it is made by `try`. */
export interface Caller {
  readonly id: number
  get(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>
  post(url: string, payload?: unknown, options?: InjectOptions): Promise<LightMyRequestResponse>
  put(url: string, payload?: unknown): Promise<LightMyRequestResponse>
  delete(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>
  /** Returns the status of a GET request, even if it fails. */
  try(url: string): Promise<number>
}

export interface EffectFixture {
  readonly test: TestApp
  readonly admin: Caller
  /** Returns a unique name. */
  readonly name: (what?: string) => string
  /** Returns a caller with these roles. */
  as(username: string, ...roles: readonly string[]): Promise<Caller>
  /** Returns a caller with the session of this client. */
  caller(client: Client): Caller
  /** Returns the successful requests since the last call. */
  made(): readonly SuccessfulRequest[]
}

/** A successful request. */
export interface SuccessfulRequest {
  /** Method and path. */
  readonly call: string
  readonly answer: LightMyRequestResponse
}

/** Returns the query string with `q`. */
export const risonParam = (value: unknown): string => `?q=${encodeURIComponent(printRison(value))}`

/** Opens a server with all features enabled. */
export async function openEffectFixture(): Promise<EffectFixture> {
  const test = await makeTestApp({
    environment: { FACET_FEATURE_DYNAMIC_PLUGINS: '1', FACET_FEATURE_EMBEDDED_SUPERSET: '1' },
  })
  const made: SuccessfulRequest[] = []
  let names = 0
  const stored = async (method: string, url: string, call: Promise<LightMyRequestResponse>) => {
    const answer = await call
    if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 500)}`)
    made.push({ call: `${method} ${url.split('?')[0]}`, answer })
    return answer
  }
  const caller = (client: Client): Caller => ({
    id: client.user?.userId ?? 0,
    get: (url, options) => stored('GET', url, client.get(url, options)),
    post: (url, payload, options) => stored('POST', url, client.post(url, payload, options)),
    put: (url, payload) => stored('PUT', url, client.put(url, payload)),
    delete: (url, options) => stored('DELETE', url, client.delete(url, options)),
    try: async (url) => (await client.get(url)).statusCode,
  })
  return {
    test,
    admin: caller(await test.as('Admin')),
    name: (what = 'thing') => `${what} ${++names}`,
    as: async (username, ...roles) => caller(await test.signedIn(await test.user(username, roles))),
    caller,
    made: () => made.splice(0),
  }
}

/** Compiled patterns by operation: each request is compared with hundreds of operations. */
const patterns = new Map<OperationName, RegExp>()

function patternOf(name: OperationName): RegExp {
  const [method = '', path = ''] = name.split(' ')
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll(/[.+*]/g, '\\$&')
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${method} ${pattern}/?$`)
}

/** True if a request belongs to an operation: its method, and a matching path. */
export function isRequestOfOperation(name: OperationName, call: string): boolean {
  const pattern = patterns.get(name) ?? patternOf(name)
  patterns.set(name, pattern)
  return pattern.test(call)
}
