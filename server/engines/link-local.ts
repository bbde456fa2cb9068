import { AsyncLocalStorage } from 'node:async_hooks'
import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction, Socket } from 'node:net'
import { ApiError } from '#core/rest/api-error.ts'

/** Link-local addresses: no database is there, but cloud services that issue credentials. */
const deniedAddresses = new BlockList()
deniedAddresses.addSubnet('169.254.0.0', 16, 'ipv4')
deniedAddresses.addSubnet('fe80::', 10, 'ipv6')
/** The same services of AWS, Google Cloud and Alibaba Cloud at addresses that are not link-local. */
deniedAddresses.addAddress('fd00:ec2::254', 'ipv6')
deniedAddresses.addAddress('fd20:ce::254', 'ipv6')
deniedAddresses.addAddress('100.100.100.200', 'ipv4')

/** Forms that system lookups read as an IPv4 address: numbers in any base, also fewer than four. */
const NUMBERS = /^(0x[\da-f]*|\d+)(\.(0x[\da-f]*|\d+)){0,3}$/i

/** Returns an IPv4 address in any form as four decimal numbers; other texts are unchanged. */
function spelledOut(host: string): string {
  return NUMBERS.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host
}

/**
 * True if a text is a link-local IP address or that of a cloud metadata service, also in other number formats, within
 * IPv6 or with a zone.
 */
export function isLinkLocal(address: string): boolean {
  const bare = spelledOut(address.replace(/%.*$/s, ''))
  const version = isIP(bare)
  return version !== 0 && deniedAddresses.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}

/** Returns the error for a connection to such an address. */
function linkLocalError(host: string): ApiError {
  return new ApiError('connection-link-local', { args: [host] })
}

/** Resolves a host like `dns.lookup`, and fails with `connection-link-local` if one of its addresses is denied. */
export const lookupHost: LookupFunction = (host, options, callback) => {
  lookUp(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) callback(error, [])
    else if (found.some(({ address }) => isLinkLocal(address))) callback(linkLocalError(host), [])
    else if (options.all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  })
}

/** True if a text, or an entry of a list of hosts, is the path of a Unix socket to clients of databases. */
export function isSocketPath(host: string): boolean {
  return host.split(',').some((entry) => /^(\/|@|%2f|%40)/i.test(entry.trim()))
}

const socketSignals = new AsyncLocalStorage<AbortSignal>()

/** Runs work whose sockets to databases and SSH servers are closed when a signal aborts. */
export function withSocketSignal<T>(signal: AbortSignal, work: () => T): T {
  return socketSignals.run(signal, work)
}

/**
 * A socket that never connects to a link-local address, whatever a name resolves to at that time, nor to the path of a
 * Unix socket, where the server of a database trusts the user of this process. With the path of a tunnel, it connects
 * to that instead of the host.
 */
export class DatabaseSocket extends Socket {
  readonly #path: string | undefined
  readonly #signal = socketSignals.getStore()

  constructor(path?: string) {
    super()
    this.#path = path
    const signal = this.#signal
    const end = (): void => void this.destroy()
    signal?.addEventListener('abort', end, { once: true })
    if (signal) this.once('close', () => signal.removeEventListener('abort', end))
  }

  override connect(...given: unknown[]): this {
    const [port, host] = given
    // A driver connects again after a lost connection.
    if (this.#signal?.aborted) return this.destroy(new ApiError('connection-timeout'))
    if (typeof port !== 'number' || typeof host !== 'string' || isSocketPath(host))
      return this.destroy(new ApiError('connection-socket'))
    // IP addresses are not looked up.
    if (isLinkLocal(host)) return this.destroy(linkLocalError(host))
    if (this.#path !== undefined) return super.connect(this.#path)
    return super.connect({ port, host, lookup: lookupHost })
  }
}
