import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, request as httpRequest, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ApiError } from '#core/rest/api-error.ts'
import { type BucketSource, endpointLookup, hostOf, portOf, toConnectionError } from './object-store.ts'

/** Milliseconds without data after which a connection is closed. */
const IDLE_MS = 60_000
/** Headers between a client and its proxy. */
const HOP_HEADERS = ['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'upgrade']

/**
 * An HTTP proxy on the loopback address through which DuckDB reaches one endpoint, and nothing else. Names are resolved
 * here, so that no name can lead to another address; redirects to other hosts end here. It needs a random password.
 */
export class EndpointProxy {
  readonly #endpoint: URL
  readonly #bucket: string
  readonly #server: Server
  readonly #sockets = new Set<Duplex>()
  readonly password = randomBytes(24).toString('hex')
  readonly username = 'facet'
  /** The last error, which the client reports in its own words. */
  #error: ApiError | undefined

  private constructor({ endpoint, path }: BucketSource) {
    this.#endpoint = new URL(endpoint)
    this.#bucket = path.split('/')[0] ?? ''
    this.#server = createServer((request, response) => this.#forward(request, response))
    this.#server.on('connect', (request: IncomingMessage, socket: Duplex) => this.#tunnel(request, socket))
    this.#server.on('connection', (socket) => this.#track(socket))
    this.#server.unref()
  }

  /** Starts the proxy of an endpoint. */
  static async start(source: BucketSource): Promise<EndpointProxy> {
    const proxy = new EndpointProxy(source)
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject).listen(0, '127.0.0.1', resolve)
    })
    return proxy
  }

  /** The address of the proxy, as the setting `http_proxy` takes it. */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Returns and forgets the last error. */
  takeError(): ApiError | undefined {
    const error = this.#error
    this.#error = undefined
    return error
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  #isSignedIn({ headers }: IncomingMessage): boolean {
    const expected = Buffer.from(`Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`)
    const given = Buffer.from(headers['proxy-authorization'] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  #redirected(): void {
    this.#error = new ApiError('endpoint-redirect', { args: [this.#endpoint.origin] })
  }

  /** Forwards a read of the bucket over plain HTTP. A redirect is an error. */
  #forward(request: IncomingMessage, response: ServerResponse): void {
    const end = (status: number): void => void response.writeHead(status).end()
    const { url = '', method = '' } = request
    if (!this.#isSignedIn(request)) return end(407)
    const [, authority = '', path = ''] = /^http:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
    if (this.#endpoint.protocol !== 'http:' || !this.#isEndpoint(authority)) {
      this.#redirected()
      return end(403)
    }
    if (!['GET', 'HEAD'].includes(method) || !this.#isInBucket(path)) return end(403)
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.includes(name)))
    const options = { host: hostOf(this.#endpoint), port: portOf(this.#endpoint), method, path, headers, agent: false }
    const forwarded = httpRequest({ ...options, lookup: endpointLookup(this.#endpoint), timeout: IDLE_MS })
    forwarded.on('timeout', () => forwarded.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    forwarded.on('error', (error) => {
      this.#error = toConnectionError(this.#endpoint.origin, error)
      if (response.headersSent) response.destroy()
      else end(502)
    })
    forwarded.on('response', (found) => {
      const status = found.statusCode ?? 502
      if (status >= 300 && status < 400 && status !== 304) {
        this.#redirected()
        found.resume()
        return end(403)
      }
      response.writeHead(status, found.headers)
      found.on('error', () => response.destroy())
      found.pipe(response)
    })
    response.on('close', () => forwarded.destroy())
    forwarded.end()
  }

  /** Opens a tunnel to the endpoint for TLS, which the client verifies. */
  #tunnel(request: IncomingMessage, socket: Duplex): void {
    const end = (status: string): void => void socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
    if (!this.#isSignedIn(request)) return end('407 Proxy Authentication Required')
    if (this.#endpoint.protocol !== 'https:' || !this.#isEndpoint(request.url ?? '')) {
      this.#redirected()
      return end('403 Forbidden')
    }
    const lookup = endpointLookup(this.#endpoint)
    const reached: Socket = connect({ host: hostOf(this.#endpoint), port: portOf(this.#endpoint), lookup })
    this.#track(reached)
    reached.setTimeout(IDLE_MS, () => reached.destroy())
    reached.once('error', (error) => {
      this.#error = toConnectionError(this.#endpoint.origin, error)
      socket.destroy()
    })
    reached.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.pipe(reached).pipe(socket)
    })
    reached.once('close', () => socket.destroy())
    socket.once('close', () => reached.destroy())
  }

  #isEndpoint(authority: string): boolean {
    const text = `${this.#endpoint.protocol}//${authority}`
    return !authority.includes('@') && URL.canParse(text) && new URL(text).origin === this.#endpoint.origin
  }

  /** The path is compared as the store may normalize it. */
  #isInBucket(path: string): boolean {
    const text = `${this.#endpoint.origin}${path}`
    const { pathname } = new URL(URL.canParse(text) ? text : this.#endpoint)
    return pathname === `/${this.#bucket}` || pathname.startsWith(`/${this.#bucket}/`)
  }
}
