import { Agent as HttpAgent, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '#core/rest/api-error.ts'
import type { Certificates } from '../certificates.ts'
import { unlessAborted } from '../query-deadline.ts'
import { isLinkLocal, lookupHost } from '../link-local.ts'

/** The address and the account of a server. */
export interface TrinoAddress {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  readonly acceptsAnyCertificate: boolean
  readonly certificates?: Certificates | undefined
  /** The socket of a tunnel, to which requests are sent instead of the host. */
  readonly socketPath?: string | undefined
  readonly user: string
  readonly password: string
  /** The password is a JSON Web Token. */
  readonly isToken: boolean
  readonly catalog: string
  readonly schema: string
}

/** A type as described by the server. */
export interface TrinoType {
  readonly rawType: string
  readonly arguments: readonly { readonly kind: string; readonly value: unknown }[]
}

/** A column of a result. */
export interface TrinoColumn {
  readonly name: string
  readonly type: string
  readonly typeSignature: TrinoType
}

/** A value as parsed from JSON: integers beyond 2^53 are their digits. */
export type TrinoValue = string | number | boolean | object

export type TrinoRow = readonly (TrinoValue | null)[]

/** A part of a result. The columns are known before the first rows. */
export interface TrinoPage {
  readonly columns: readonly TrinoColumn[] | undefined
  readonly rows: readonly TrinoRow[]
}

interface Failure {
  readonly message?: string
  readonly errorName?: string
  readonly errorLocation?: { readonly lineNumber?: number; readonly columnNumber?: number }
}

interface Reply {
  readonly columns?: readonly TrinoColumn[]
  readonly data?: readonly TrinoRow[]
  readonly nextUri?: string
  readonly error?: Failure
}

/** A statement that has failed in the server. */
export class TrinoError extends Error {
  override readonly name = 'TrinoError'
  readonly code: string
  /** The position of the error, from 1. */
  readonly line: number | undefined
  readonly column: number | undefined

  constructor({ message = 'The query failed', errorName = '', errorLocation }: Failure) {
    super(message.replace(/^line \d+:\d+: /, ''))
    this.code = errorName
    this.line = errorLocation?.lineNumber
    this.column = errorLocation?.columnNumber
  }

  /** Returns the error with its position on the first line moved by some characters. */
  movedBy(characters: number): TrinoError {
    const { message, code: errorName, line: lineNumber, column = 0 } = this
    if (lineNumber !== 1) return this
    return new TrinoError({ message, errorName, errorLocation: { lineNumber, columnNumber: column + characters } })
  }
}

/** A response that is not one of the protocol. */
export class TrinoHttpError extends Error {
  override readonly name = 'TrinoHttpError'
  readonly status: number
  readonly user: string

  constructor(status: number, message: string, user: string) {
    super(message)
    this.status = status
    this.user = user
  }
}

const PATH = '/v1/statement'
/** Maximum number of open requests to one server; further ones wait. */
const MAX_SOCKETS = 16
/** Milliseconds: maximum time to connect, and to wait for a response. The server responds at least each second. */
const OPEN_MS = 10_000
const RESPONSE_MS = 60_000
/** Responses by which a server or proxy says that it is overloaded. The delay doubles with each attempt, up to MAX_DELAY_MS. */
const OVERLOADED = new Set([429, 502, 503, 504])
const INITIAL_DELAY_MS = 50
const MAX_DELAY_MS = 1000
const MAX_ATTEMPTS = 8
/** Maximum size of a response in bytes. The server sends up to 16 MiB of rows. */
const RESPONSE_BYTES = 128 * 1024 * 1024
const MESSAGE_CHARACTERS = 200

interface Exchange {
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Ends the request. */
  readonly signal?: AbortSignal
}

/** Runs statements by the HTTP protocol of Trino. It only sends requests to the configured host and port. */
export class TrinoClient {
  readonly #address: TrinoAddress
  readonly #agent: HttpAgent
  readonly #authorization: Readonly<Record<string, string>>

  constructor(address: TrinoAddress) {
    this.#address = address
    const { socketPath } = address
    const options = { keepAlive: true, maxSockets: MAX_SOCKETS, ...(socketPath && { socketPath }) }
    this.#agent = address.isSecure
      ? new HttpsAgent({ ...options, ...address.certificates, rejectUnauthorized: !address.acceptsAnyCertificate })
      : new HttpAgent(options)
    this.#authorization = authorizationOf(address)
  }

  /**
   * Runs a statement and delivers its pages. No page is requested before `take` has processed the last; `take` returns
   * false if it needs no more. An aborted signal cancels the query in the server and rejects with its reason.
   */
  async run(
    statement: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    take: (page: TrinoPage) => boolean | Promise<boolean>,
  ): Promise<void> {
    signal.throwIfAborted()
    let next: string | undefined
    try {
      let reply = await this.#begin(statement, headers, signal)
      for (;;) {
        next = this.#pathOf(reply.nextUri)
        if (reply.error) throw new TrinoError(reply.error)
        const isWanted = await take({ columns: reply.columns, rows: reply.data ?? [] })
        if (!isWanted || next === undefined) break
        reply = await this.#send({ method: 'GET', path: next, signal })
      }
      signal.throwIfAborted()
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      if (next !== undefined) this.#cancel(next)
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Sends a statement. It is not interrupted: the query can only be cancelled by the response. */
  async #begin(statement: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Reply> {
    const { catalog, schema, user } = this.#address
    const sending = this.#send({
      method: 'POST',
      path: PATH,
      body: statement,
      headers: {
        'X-Trino-User': user,
        'X-Trino-Catalog': catalog,
        ...(schema === '' ? {} : { 'X-Trino-Schema': schema }),
        'X-Trino-Source': 'facet',
        'X-Trino-Time-Zone': 'UTC',
        'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
        ...headers,
      },
    })
    try {
      return await unlessAborted(sending, signal)
    } catch (error) {
      if (signal.aborted)
        void sending.then(
          ({ nextUri }) => this.#cancel(this.#pathOf(nextUri)),
          () => undefined,
        )
      throw error
    }
  }

  #cancel(path: string | undefined): void {
    if (path === undefined) return
    // The query may have ended, and the server also ends queries that no client reads.
    this.#exchange({ method: 'DELETE', path, signal: AbortSignal.timeout(OPEN_MS) }).catch(() => undefined)
  }

  /** Returns the path of a URI for the next page. Throws for a URI of another server. */
  #pathOf(uri: string | undefined): string | undefined {
    if (uri === undefined) return undefined
    const { host, port, isSecure } = this.#address
    const own = new URL(`${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`)
    const next = URL.canParse(uri) ? new URL(uri) : undefined
    if (next?.origin === own.origin && next.pathname.startsWith(`${PATH}/`)) return next.pathname + next.search
    const message = `The server names another address than ${own.origin} for its results: see process-forwarded of Trino`
    throw new TrinoHttpError(0, message, this.#address.user)
  }

  async #send(exchange: Exchange): Promise<Reply> {
    const { signal } = exchange
    for (let attempt = 1; ; attempt++) {
      const { status, text } = await this.#exchange(exchange)
      if (OVERLOADED.has(status) && attempt < MAX_ATTEMPTS) {
        await delay(Math.min(INITIAL_DELAY_MS * 2 ** attempt, MAX_DELAY_MS), undefined, signal ? { signal } : {})
        continue
      }
      const reply = status === 200 ? replyIn(text) : undefined
      if (reply) return reply
      throw new TrinoHttpError(status, this.#messageOf(status, text), this.#address.user)
    }
  }

  /** Returns a message without the password, which a server may repeat. */
  #messageOf(status: number, text: string): string {
    const { password } = this.#address
    if (status >= 300 && status < 400) return `The server redirects to another address (status ${status})`
    const messageText = (password === '' ? text : text.replaceAll(password, '***')).trim()
    const isText = messageText !== '' && !messageText.startsWith('<')
    return `Status ${status}${isText ? `: ${messageText.slice(0, MESSAGE_CHARACTERS)}` : ''}`
  }

  async #exchange(exchange: Exchange): Promise<{ readonly status: number; readonly text: string }> {
    try {
      return await this.#request(exchange)
    } catch (error) {
      // The server has closed an idle connection at the same time.
      if ((error as { readonly isStale?: boolean }).isStale !== true) throw error
      return this.#request(exchange)
    }
  }

  #request({ method, path, body, headers, signal }: Exchange): Promise<{ status: number; text: string }> {
    const { host, port, isSecure } = this.#address
    if (isLinkLocal(host)) throw new ApiError('connection-link-local', { args: [host] })
    const options: RequestOptions = {
      agent: this.#agent,
      host,
      port,
      path,
      method,
      headers: { 'User-Agent': 'facet', ...this.#authorization, ...headers },
      lookup: lookupHost,
      ...(signal ? { signal } : {}),
    }
    return new Promise((resolve, reject) => {
      const sent = (isSecure ? requestHttps : requestHttp)(options, (response) => {
        textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
      })
      let opening: NodeJS.Timeout | undefined
      const late = (): void => void sent.destroy(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }))
      sent.setTimeout(RESPONSE_MS, late)
      sent.on('socket', (socket) => {
        if (!socket.connecting) return
        opening = setTimeout(late, OPEN_MS)
        socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(opening))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(opening)
        reject(sent.reusedSocket && error.code === 'ECONNRESET' ? Object.assign(error, { isStale: true }) : error)
      })
      sent.end(body)
    })
  }
}

function authorizationOf({ user, password, isToken }: TrinoAddress): Readonly<Record<string, string>> {
  if (password === '') return {}
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return { Authorization: isToken ? `Bearer ${password}` : basic }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += (chunk as Buffer).length
    if (size > RESPONSE_BYTES) throw new Error('A response of the server is too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}

function replyIn(text: string): Reply | undefined {
  try {
    const reply = parseExactJson(text)
    return typeof reply === 'object' && reply !== null && 'id' in reply ? (reply as Reply) : undefined
  } catch {
    return undefined
  }
}

const LONG = /\d{16}/
/** Texts, and integers that a double may not hold. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/** Parses JSON with integers of 16 and more digits as texts, so that none of their digits is lost. */
export function parseExactJson(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text)
  return JSON.parse(text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"${token}"`)))
}
