import { type AdvancedType, orderedOperators, type Range, singleValueRange } from './advanced-type.ts'

interface Address {
  readonly value: bigint
  /** Bits of an address in its version: 32 or 128. */
  readonly bits: number
}

const IPV4 = 32
const IPV6 = 128
const IPV6_GROUPS = 8

function parseIpv4(text: string): Address | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined
  return { value: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n), bits: IPV4 }
}

/** Rewrites an IPv4 address in the last two groups as hexadecimal groups. */
function withoutIpv4(text: string): string | undefined {
  const at = text.lastIndexOf(':')
  if (!text.includes('.')) return text
  const tail = parseIpv4(text.slice(at + 1))
  if (!tail) return undefined
  return `${text.slice(0, at + 1)}${(tail.value >> 16n).toString(16)}:${(tail.value & 0xffffn).toString(16)}`
}

function parseIpv6(text: string): Address | undefined {
  const plain = text.includes(':') ? withoutIpv4(text) : undefined
  const halves = plain?.split('::')
  if (!halves || halves.length > 2) return undefined
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = IPV6_GROUPS - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined
  return { value: groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n), bits: IPV6 }
}

/** Plain digits are the number itself. */
function parseNumber(text: string): Range | undefined {
  if (!/^\d+$/.test(text)) return undefined
  const value = BigInt(text)
  return value < 1n << BigInt(IPV6) ? singleValueRange(value) : undefined
}

function parseAddresses(text: string): readonly Range[] | { readonly error: string } {
  const number = parseNumber(text)
  if (number) return [number]
  const createError = { error: `'${text}' does not appear to be an IPv4 or IPv6 network` }
  const [host = '', length, ...more] = text.split('/')
  const address = parseIpv4(host) ?? parseIpv6(host)
  if (!address || more.length > 0) return createError
  if (length === undefined) return [singleValueRange(address.value)]
  if (!/^\d{1,3}$/.test(length) || Number(length) > address.bits) return createError
  const size = 1n << BigInt(address.bits - Number(length))
  if (address.value % size !== 0n) return { error: `${text} has host bits set` }
  return [{ start: address.value, end: address.value + size - 1n }]
}

/** Addresses and networks of IPv4 and IPv6, stored as numbers: `10.0.0.1`, `10.0.0.0/8`, `::1`. */
export const internetAddress: AdvancedType = {
  name: 'internet_address',
  operators: orderedOperators,
  read: parseAddresses,
}
