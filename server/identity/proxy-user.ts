import { BlockList, isIP } from 'node:net'
import { USER_LENGTHS } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { SignInProxy } from '#server/base/sign-in-proxy.ts'
import { isPrintable } from '#server/security/user-registration.ts'
import { type ExternalUser, MAX_GROUPS } from './external-user.ts'

/** The headers of a request, with names in lower case. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

const MAPPED = /^::ffff:(?=\d+\.)/i
/** Bits of an IPv4-mapped IPv6 address before the IPv4 address. */
const MAPPED_BITS = 96

/** Returns a function that says whether an address is of the proxy. IPv4-mapped IPv6 counts as IPv4. */
export function createProxyAddressMatcher({
  addresses,
}: Pick<SignInProxy, 'addresses'>): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const each of addresses) {
    const [text = '', bits] = each.split('/')
    const address = text.replace(MAPPED, '')
    const version = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, version)
    else list.addSubnet(address, Number(bits) - (address === text ? 0 : MAPPED_BITS), version)
  }
  return (address) => {
    const plain = (address ?? '').replace(MAPPED, '').replace(/%.*$/, '')
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/** Returns the name in the header of the proxy; undefined if the header is missing or empty. */
export function proxySubject({ userHeader }: SignInProxy, headers: Headers): string | undefined {
  return headerText(headers, userHeader)
}

/**
 * Returns the user whom the headers of the proxy describe; undefined without one. Throws `proxy-header-wrong` and
 * `identity-groups`.
 */
export function proxyUserOf(proxy: SignInProxy, headers: Headers): ExternalUser | undefined {
  const username = proxySubject(proxy, headers)
  if (username === undefined) return undefined
  // Two headers of one name arrive as one, joined by a comma.
  const isName = username.length <= USER_LENGTHS.username && isPrintable(username) && !username.includes(',')
  if (!isName) throw new ApiError('proxy-header-wrong', { args: [proxy.userHeader] })
  const email = proxy.email_is_verified ? headerText(headers, proxy.emailHeader) : undefined
  const names = (headerText(headers, proxy.groupsHeader) ?? '').split(',')
  const groups = names.flatMap((each) => withoutBlanks(proxy.groupsHeader, each) || [])
  if (groups.length > MAX_GROUPS) throw new ApiError('identity-groups', { args: [groups.length, MAX_GROUPS] })
  return {
    issuer: proxy.issuer,
    subject: username,
    username,
    email,
    firstName: undefined,
    lastName: undefined,
    groups: [...new Set(groups)],
  }
}

/** Header bytes are UTF-8 or ASCII; Node decodes them as Latin-1. */
function headerText(headers: Headers, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : headers[name]
  if (value === undefined) return undefined
  const bytes = Buffer.from(typeof value === 'string' ? value : value.join(','), 'latin1')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ApiError('proxy-header-wrong', { args: [name ?? ''] })
  }
  return withoutBlanks(name, text) || undefined
}

/**
 * Returns a text without the spaces and tabs around it, which are no part of a header's value. Throws
 * `proxy-header-wrong` for other white space there: trimmed, the name would be that of another user or group.
 */
function withoutBlanks(header: string | undefined, text: string): string {
  const value = text.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '')
  if (value !== value.trim()) throw new ApiError('proxy-header-wrong', { args: [header ?? ''] })
  return value
}
