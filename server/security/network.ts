import { isIP } from 'node:net'

const LOOPBACK = ['127.0.0.1', '::1']
/** Groups of an IPv6 address that name a network, 48 bits, and what one subscriber is given, 64. */
const NETWORK_GROUPS = 3
const SUBSCRIBER_GROUPS = 4

/**
 * The network an address is in: `192.0.2.0/24` or `2001:db8:1::/48`. It tells home from elsewhere and does not follow
 * a person about. Undefined when the text is no address.
 */
export function networkOf(address: string): string | undefined {
  const plain = plainOf(address)
  const kind = isIP(plain)
  if (kind === 0) return undefined
  if (LOOPBACK.includes(plain)) return plain
  if (kind === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return `${firstGroups(plain, NETWORK_GROUPS)}::/48`
}

/**
 * What one subscriber has of an address: an IPv4 address whole, of an IPv6 address the first 64 bits. A text that is no
 * address stays as it is.
 */
export function subscriberOf(address: string): string {
  const plain = plainOf(address)
  return isIP(plain) === 6 ? firstGroups(plain, SUBSCRIBER_GROUPS) : plain
}

/** IPv4 within IPv6 is IPv4; the zone of an address is of this machine alone. */
function plainOf(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

/** A double colon stands for as many zeros as the eight groups lack. */
function firstGroups(address: string, count: number): string {
  const [before = '', after] = address.split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  const lacking = after === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array.from({ length: lacking }, () => '0'), ...tail].slice(0, count).join(':')
}

/** Without leading zeros; an IPv4 address at the end is two groups, of which nothing more is asked. */
function groupsOf(text: string): string[] {
  if (text === '') return []
  return text
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))
}
