import { isIP } from 'node:net'
import * as z from 'zod'
import { mappingFields } from './provider-mapping.ts'

/** The description of the proxy in the setting of identity providers: what its users get. */
export const proxySettings = z.strictObject({
  type: z.literal('proxy'),
  ...mappingFields,
  /** Whether users cannot change their e-mail address at the proxy: it is stored and linked only then. */
  email_is_verified: z.boolean().default(false),
  /** Where signing out of Facet leads to, so that the proxy signs out as well. */
  sign_out_url: z
    .string()
    .refine((text) => /^(\/(?![/\\])|https:\/\/)/.test(text) && URL.canParse(text, 'https://facet.example.org'), {
      error: 'must be an https URL, or a path such as /oauth2/sign_out',
    })
    .optional(),
})

type ProxySettings = z.output<typeof proxySettings>

/** A proxy that signs users in and names them in a header. */
export interface SignInProxy extends ProxySettings {
  /** Identifies the proxy in the links of users. */
  readonly issuer: string
  /** Names of headers in lower case. */
  readonly userHeader: string
  readonly emailHeader: string | undefined
  readonly groupsHeader: string | undefined
  /** Addresses and networks of the proxy; at least one. */
  readonly addresses: readonly string[]
}

/** The settings of the headers of a proxy, as given. */
export interface ProxyHeaders {
  readonly FACET_PROXY_USER_HEADER?: string | undefined
  readonly FACET_PROXY_EMAIL_HEADER?: string | undefined
  readonly FACET_PROXY_GROUPS_HEADER?: string | undefined
  readonly FACET_PROXY_ADDRESSES?: readonly string[] | undefined
}

/** Headers with a meaning of their own. */
const RESERVED =
  /^(authorization|cookie|host|origin|referer|accept.*|content-.*|sec-.*|forwarded|x-forwarded-.*|x-csrf-?token|x-guesttoken|connection|upgrade|transfer-encoding)$/

/** The schema of the name of a header; returns it in lower case. */
export const headerName = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine((name) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(name) && !RESERVED.test(name), {
    error: 'must be the name of a header of its own such as X-Remote-User',
  })

/** The schema of addresses and networks, separated by commas. */
export const proxyAddresses = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), {
    error: 'must be addresses or networks such as 10.0.0.5 or 10.0.0.0/24, separated by commas; not all addresses',
  })

/** True for an address or a network in the form address/bits. All addresses are no network of a proxy. */
function isNetwork(part: string): boolean {
  const [address = '', bits, more] = part.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined || address.includes('%')) return false
  if (bits === undefined) return true
  const most = version === 4 ? 32 : 128
  const isMapped = /^::ffff:/i.test(address)
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most && !(isMapped && Number(bits) <= 96)
}

/** Returns the proxy of the settings; undefined if there is none. Each problem is passed to `report`. */
export function readSignInProxy(
  headers: ProxyHeaders,
  described: ProxySettings | undefined,
  report: (problem: string) => void,
): SignInProxy | undefined {
  const { FACET_PROXY_USER_HEADER: userHeader, FACET_PROXY_ADDRESSES: addresses } = headers
  const { FACET_PROXY_EMAIL_HEADER: emailHeader, FACET_PROXY_GROUPS_HEADER: groupsHeader } = headers
  if (userHeader === undefined) {
    const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    if (described) given.push('a provider of the type proxy in FACET_IDENTITY_PROVIDERS')
    for (const name of given) report(`FACET_PROXY_USER_HEADER is required with ${name}`)
    return undefined
  }
  if (addresses === undefined) {
    report(
      'FACET_PROXY_ADDRESSES is required with FACET_PROXY_USER_HEADER: without it, any client could sign in as any user',
    )
    return undefined
  }
  const named = [userHeader, emailHeader, groupsHeader].filter((each) => each !== undefined)
  if (new Set(named).size < named.length)
    report('FACET_PROXY_USER_HEADER and the other headers must have different names')
  const rest = described ?? proxySettings.parse({ type: 'proxy', name: 'proxy', create_users: true })
  return { ...rest, issuer: `proxy:${rest.name}`, userHeader, emailHeader, groupsHeader, addresses }
}
