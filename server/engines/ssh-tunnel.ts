import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Duplex, pipeline } from 'node:stream'
import { ApiError } from '#core/rest/api-error.ts'
import { loadDriver } from './drivers.ts'
import type { EngineStorage, Settings } from './engine.ts'
import { DatabaseSocket, isLinkLocal } from './link-local.ts'
import { bcryptRounds, MAX_KEY_ROUNDS } from './ssh-key.ts'

/* SSH tunnels to databases that the server cannot reach directly. */

/** The options of a connection to an SSH server that are used. */
interface SshOptions {
  readonly sock: Duplex
  readonly username: string
  readonly password?: string
  readonly privateKey?: string
  readonly passphrase?: string
  /** Called with the public key of the server before anything secret is sent. */
  readonly hostVerifier: (key: Buffer) => boolean
  readonly readyTimeout: number
  readonly keepaliveInterval: number
  readonly keepaliveCountMax: number
}

/** The functions of the driver's client that are used. */
interface SshClient {
  connect(options: SshOptions): unknown
  /** Opens a connection from the SSH server to a host. */
  forwardOut(
    sourceHost: string,
    sourcePort: number,
    host: string,
    port: number,
    done: (error: Error | undefined, channel: Duplex) => void,
  ): unknown
  on(event: 'ready' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error & { readonly level?: string }) => void): unknown
  end(): unknown
}

/** The functions of the driver that are used. */
interface SshDriver {
  readonly Client: new () => SshClient
}

/** Maximum number of open tunnels of this process, and of connections through one of them. */
const MAX_TUNNELS = 50
export const MAX_TUNNEL_CONNECTIONS = 40
/** Milliseconds: maximum time to connect to the SSH server, and to keep a connection to it unused. */
const OPEN_MS = 10_000
const IDLE_MS = 60_000
const KEEPALIVE_MS = 15_000
const KEEPALIVES = 3

/** An SSH server, and how to sign in there. */
export interface SshServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password?: string | undefined
  readonly privateKey?: string | undefined
  readonly passphrase?: string | undefined
  /** The fingerprint of its key; without one, nothing is sent, and the error contains that of the server. */
  readonly hostKey?: string | undefined
}

/** The database as the SSH server reaches it. */
interface TunnelTarget {
  readonly host: string
  readonly port: number
}

/** Returns the path of the socket of a tunnel in settings; no URI and no form contains it. */
export function socketPathIn(settings: Settings): string | undefined {
  const path = settings['socket_path']
  return path === undefined ? undefined : String(path)
}

/** Returns the fingerprint of a public key as OpenSSH prints it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

let openTunnels = 0
/** The tunnels of this process, the least recently used first. */
const usedTunnels = new Set<SshTunnel>()

/**
 * A tunnel to one database. Drivers connect to `path`, a socket that only this user of the system may open. The
 * connection to the SSH server opens when it is needed, and ends when it is unused; each time its key is compared.
 */
export class SshTunnel {
  readonly #driver: SshDriver
  readonly #server: SshServer
  readonly #tunnelTarget: TunnelTarget
  readonly #folder: string
  readonly #listener: Server
  readonly #sockets = new Set<Socket>()
  readonly #idleMs: number
  #client: Promise<SshClient> | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #fault: ApiError | undefined
  #isClosed = false

  private constructor(
    driver: SshDriver,
    server: SshServer,
    tunnelTarget: TunnelTarget,
    folder: string,
    idleMs: number,
  ) {
    this.#driver = driver
    this.#server = server
    this.#tunnelTarget = tunnelTarget
    this.#folder = folder
    this.#idleMs = idleMs
    this.#listener = createServer({ allowHalfOpen: true }, (socket) => void this.#forward(socket))
  }

  /**
   * Opens a tunnel and a first connection through it. Throws `driver-missing`, `tunnel-limit`, `connection-link-local`,
   * and errors that begin with `tunnel-`.
   */
  static async open(
    server: SshServer,
    tunnelTarget: TunnelTarget,
    storage: EngineStorage,
    idleMs = IDLE_MS,
  ): Promise<SshTunnel> {
    for (const host of [server.host, tunnelTarget.host])
      if (isLinkLocal(host)) throw new ApiError('connection-link-local', { args: [host] })
    const driver = await loadDriver<SshDriver>('ssh', storage)
    if (openTunnels >= MAX_TUNNELS) SshTunnel.#closeUnused()
    if (openTunnels >= MAX_TUNNELS) throw new ApiError('tunnel-limit', { args: [MAX_TUNNELS] })
    openTunnels++
    const folder = await mkdtemp(join(tmpdir(), 'facet-ssh-')).catch((error: unknown) => {
      openTunnels--
      throw error
    })
    const tunnel = new SshTunnel(driver, server, tunnelTarget, folder, idleMs)
    try {
      const channel = await tunnel.#channel()
      channel.destroy()
      tunnel.#listener.listen(tunnel.path)
      await once(tunnel.#listener, 'listening')
      tunnel.#listener.on('error', () => {})
      tunnel.#rest()
      usedTunnels.add(tunnel)
      return tunnel
    } catch (error) {
      await tunnel.close()
      throw error
    }
  }

  /** Closes the least recently used tunnel without connections, if any. */
  static #closeUnused(): void {
    const unused = [...usedTunnels].find((each) => each.#sockets.size === 0)
    unused?.close().catch(() => {})
  }

  /** The path of the socket that drivers connect to. */
  get path(): string {
    return join(this.#folder, 'socket')
  }

  /** The error by which the last connection through the tunnel has failed; undefined after a successful one. */
  get fault(): ApiError | undefined {
    return this.#fault
  }

  /** True while a connection to the SSH server is open or opening. */
  get isConnected(): boolean {
    return this.#client !== undefined
  }

  /** True after `close`, also by the limit of tunnels. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    usedTunnels.delete(this)
    openTunnels--
    clearTimeout(this.#idleTimer)
    for (const socket of this.#sockets) socket.destroy()
    this.#listener.close()
    await this.#client?.then(
      (client) => client.end(),
      () => {},
    )
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #forward(socket: Socket): Promise<void> {
    socket.on('error', () => {})
    if (this.#sockets.size >= MAX_TUNNEL_CONNECTIONS) return void socket.destroy()
    clearTimeout(this.#idleTimer)
    this.#sockets.add(socket)
    if (usedTunnels.delete(this)) usedTunnels.add(this)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#rest()
    })
    try {
      const channel = await this.#channel()
      if (socket.destroyed) return void channel.destroy()
      const end = (): void => {
        socket.destroy()
        channel.destroy()
      }
      pipeline(socket, channel, (error) => error && end())
      pipeline(channel, socket, (error) => error && end())
      channel.once('close', end)
      socket.once('close', end)
    } catch {
      // The driver sees a lost connection; `fault` says why.
      socket.destroy()
    }
  }

  /** Ends the connection to the SSH server after a while without connections through it. */
  #rest(): void {
    if (this.#sockets.size > 0 || this.#isClosed) return
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      void this.#client?.then(
        (client) => client.end(),
        () => {},
      )
      this.#client = undefined
    }, this.#idleMs)
    this.#idleTimer.unref()
  }

  /** Returns a connection from the SSH server to the database. */
  async #channel(): Promise<Duplex> {
    const { host, port } = this.#tunnelTarget
    this.#fault = undefined
    try {
      const client = await this.#connected()
      const channel = await new Promise<Duplex>((resolve, reject) => {
        const fail = (cause?: Error): void =>
          reject(new ApiError('tunnel-far-end', { args: [`${host}:${port}`], cause }))
        let isLate = false
        const timer = setTimeout(() => {
          isLate = true
          fail()
        }, OPEN_MS)
        client.forwardOut('127.0.0.1', 0, host, port, (error, opened) => {
          clearTimeout(timer)
          if (error) fail(error)
          else if (isLate) opened.destroy()
          else resolve(opened)
        })
      })
      channel.on('error', () => {})
      this.#fault = undefined
      return channel
    } catch (error) {
      this.#fault = error instanceof ApiError ? error : new ApiError('tunnel-lost', { cause: error })
      throw this.#fault
    }
  }

  #connected(): Promise<SshClient> {
    if (this.#isClosed) return Promise.reject(new ApiError('tunnel-lost'))
    if (this.#client) return this.#client
    const opening = this.#connect(() => {
      if (this.#client === opening) this.#client = undefined
      for (const socket of this.#sockets) socket.destroy()
    })
    this.#client = opening
    opening.catch(() => {
      if (this.#client === opening) this.#client = undefined
    })
    return opening
  }

  async #connect(onLost: () => void): Promise<SshClient> {
    const { username, password, privateKey, passphrase } = this.#server
    if (privateKey !== undefined && bcryptRounds(privateKey) > MAX_KEY_ROUNDS)
      throw new ApiError('tunnel-key-rounds', { args: [MAX_KEY_ROUNDS] })
    const sock = await socketTo(this.#server)
    let found: string | undefined
    const isOwn = (key: Buffer): boolean => {
      found = fingerprintOf(key)
      return found === this.#server.hostKey
    }
    const options: SshOptions = {
      sock,
      username,
      ...(password === undefined ? {} : { password }),
      ...(privateKey === undefined ? {} : { privateKey }),
      ...(passphrase === undefined ? {} : { passphrase }),
      hostVerifier: isOwn,
      readyTimeout: OPEN_MS,
      keepaliveInterval: KEEPALIVE_MS,
      keepaliveCountMax: KEEPALIVES,
    }
    const client = new this.#driver.Client()
    await new Promise<void>((resolve, reject) => {
      client.on('error', (error) => {
        const isOther = found !== undefined && found !== this.#server.hostKey
        reject(isOther ? this.#keyFault(found ?? '') : this.#faultOf(error))
      })
      client.on('close', () => {
        reject(new ApiError('tunnel-lost'))
        sock.destroy()
        onLost()
      })
      client.on('ready', resolve)
      try {
        client.connect(options)
      } catch (error) {
        sock.destroy()
        reject(new ApiError('tunnel-key', { cause: error }))
      }
    })
    return client
  }

  #keyFault(found: string): ApiError {
    const { host, hostKey } = this.#server
    if (hostKey !== undefined) return new ApiError('tunnel-host-key', { args: [host, found, hostKey] })
    const extra = { host_key: found, invalid: ['ssh_tunnel'] }
    return new ApiError('tunnel-host-key-unknown', { args: [host, found], extra })
  }

  #faultOf(error: Error & { readonly level?: string }): ApiError {
    const { host, username } = this.#server
    if (error.level === 'client-authentication')
      return new ApiError('tunnel-denied', { args: [username], cause: error })
    if (error.level === 'client-timeout') return new ApiError('tunnel-unreachable', { args: [host], cause: error })
    return new ApiError('tunnel-lost', { cause: error })
  }
}

/** Connects to an SSH server; never to a link-local address, whatever its name resolves to. */
async function socketTo({ host, port }: SshServer): Promise<Socket> {
  const socket = new DatabaseSocket()
  try {
    socket.setNoDelay(true).connect(port, host)
    await once(socket, 'connect', { signal: AbortSignal.timeout(OPEN_MS) })
    return socket
  } catch (error) {
    socket.destroy()
    throw error instanceof ApiError ? error : new ApiError('tunnel-unreachable', { args: [host], cause: error })
  }
}
