import { isIP } from 'node:net'

const LOOPBACK = ['127.0.0.1', '::1']
/** Leading groups of an IPv6 address that identify a network (48 bits) and a subscriber (64 bits). */
const NETWORK_GROUPS = 3
const SUBSCRIBER_GROUPS = 4

/**
 * Returns the network of an address: `192.0.2.0/24` or `2001:db8:1::/48`. It distinguishes networks without tracking a
 * user. Undefined if the text is not an address.
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
 * Returns the subscriber part of an address: a full IPv4 address, or the first 64 bits of an IPv6 address. Any other
 * text is returned unchanged.
 */
export function subscriberAddress(address: string): string {
  const plain = plainOf(address)
  return isIP(plain) === 6 ? firstGroups(plain, SUBSCRIBER_GROUPS) : plain
}

/** Converts IPv4-mapped IPv6 to IPv4 and removes the zone, which is local to this machine. */
function plainOf(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

/** A double colon stands for the zero groups missing from eight. */
function firstGroups(address: string, count: number): string {
  const [before = '', after] = address.split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  const lacking = after === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array.from({ length: lacking }, () => '0'), ...tail].slice(0, count).join(':')
}

/** Removes leading zeros. A trailing IPv4 address counts as two groups, whose values are not needed. */
function groupsOf(text: string): string[] {
  if (text === '') return []
  return text
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))
}
