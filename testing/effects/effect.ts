import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

/** A call as the document names it: `GET /api/v1/chart/{id}`. */
export type OperationName = string

/** What is changed by one call and seen by another. */
export interface Change {
  /** Of a call that reads, the one that changes the world; of one that writes, the one that sees it. */
  readonly beside: OperationName
  /** Does and looks; both calls have to be made, and to succeed. */
  act(world: EffectWorld): Promise<void>
}

/** What another test shows of a call: its file and its title. */
export interface Proof {
  readonly file: string
  readonly title: string
}

/** A call that no call changes anything for, and why; it is made, and answered. */
export interface Constant {
  readonly why: string
  act(world: EffectWorld): Promise<void>
}

export type Effect = Change | Proof | Constant
export type Effects = Readonly<Record<OperationName, Effect>>

/** Somebody whose calls are kept. Every call has to succeed, unless it is made by `try`. */
export interface Caller {
  readonly id: number
  get(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>
  post(url: string, payload?: unknown, options?: InjectOptions): Promise<LightMyRequestResponse>
  put(url: string, payload?: unknown): Promise<LightMyRequestResponse>
  delete(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>
  /** The status of a read, whatever it is. */
  try(url: string): Promise<number>
}

export interface EffectWorld {
  readonly test: TestApp
  readonly admin: Caller
  /** A name nothing else has. */
  readonly name: (what?: string) => string
  /** Somebody of these roles. */
  as(username: string, ...roles: readonly string[]): Promise<Caller>
  /** The same by a session of its own. */
  caller(client: Client): Caller
  /** Calls that succeeded since this was asked last. */
  made(): readonly Made[]
}

/** A call that succeeded. */
export interface Made {
  /** Method and path. */
  readonly call: string
  readonly answer: LightMyRequestResponse
}

/** The `q` of an address. */
export const q = (value: unknown): string => `?q=${encodeURIComponent(printRison(value))}`

/** A server for effects, with everything on. */
export async function openEffectWorld(): Promise<EffectWorld> {
  const test = await makeTestApp({ environment: { FACET_FEATURE_DYNAMIC_PLUGINS: '1' } })
  const made: Made[] = []
  let names = 0
  const kept = async (method: string, url: string, call: Promise<LightMyRequestResponse>) => {
    const answer = await call
    if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 500)}`)
    made.push({ call: `${method} ${url.split('?')[0]}`, answer })
    return answer
  }
  const caller = (client: Client): Caller => ({
    id: client.user?.userId ?? 0,
    get: (url, options) => kept('GET', url, client.get(url, options)),
    post: (url, payload, options) => kept('POST', url, client.post(url, payload, options)),
    put: (url, payload) => kept('PUT', url, client.put(url, payload)),
    delete: (url, options) => kept('DELETE', url, client.delete(url, options)),
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

/** Whether a call is one of an operation: its method and a path that fits. */
export function isOf(name: OperationName, call: string): boolean {
  const [method = '', path = ''] = name.split(' ')
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll(/[.+*]/g, '\\$&')
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${method} ${pattern}/?$`).test(call)
}
