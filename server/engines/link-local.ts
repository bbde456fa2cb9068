import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction, Socket } from 'node:net'
import { ApiError } from '#core/rest/api-error.ts'

/** Addresses of the machine's own link: no database is there, but in a cloud what hands out its credentials. */
const refused = new BlockList()
refused.addSubnet('169.254.0.0', 16, 'ipv4')
refused.addSubnet('fe80::', 10, 'ipv6')

/** What system look-ups read as an IPv4 address: numbers of any base, fewer than four of them too. */
const NUMBERS = /^(0x[\da-f]*|\d+)(\.(0x[\da-f]*|\d+)){0,3}$/i

/** An IPv4 address as four decimal numbers, however it is spelled; other texts as they are. */
function spelledOut(host: string): string {
  return NUMBERS.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host
}

/** Whether a text is an IP address of the link, also one spelled in other numbers, within IPv6 or with a zone. */
export function isLinkLocal(address: string): boolean {
  const bare = spelledOut(address.replace(/%.*$/s, ''))
  const version = isIP(bare)
  return version !== 0 && refused.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}

/** The failure of a connection to such an address. */
function linkLocalFault(host: string): ApiError {
  return new ApiError('connection-link-local', { args: [host] })
}

/** Looks a host up as `dns.lookup` does, and fails with `connection-link-local` when one of its addresses is refused. */
export const lookupHost: LookupFunction = (host, options, callback) => {
  lookUp(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) callback(error, [])
    else if (found.some(({ address }) => isLinkLocal(address))) callback(linkLocalFault(host), [])
    else if (options.all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  })
}

/** A socket that does not connect to the link, whatever a name turns out to mean at that moment. */
export class DatabaseSocket extends Socket {
  override connect(...given: unknown[]): this {
    const [port, host] = given
    if (typeof port !== 'number' || typeof host !== 'string')
      return super.connect(...(given as Parameters<Socket['connect']>))
    // Addresses are not looked up.
    if (isLinkLocal(host)) return this.destroy(linkLocalFault(host))
    return super.connect({ port, host, lookup: lookupHost })
  }
}
