import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { mappingFields } from './provider-mapping.ts'

/** Names of the attributes that hold the properties of a user. */
const attributes = z
  .strictObject({
    /** Identifies the user for ever, also after a new name. */
    subject: z.string().min(1).default('entryUUID'),
    username: z.string().min(1).default('uid'),
    email: z.string().min(1).default('mail'),
    first_name: z.string().min(1).default('givenName'),
    last_name: z.string().min(1).default('sn'),
    /** An attribute of users with the names of their groups; without it, groups are searched. */
    groups: z.string().min(1).optional(),
  })
  .prefault({})

const dn = z
  .string()
  .regex(/^[^=,]+=./s, { error: 'must be a distinguished name, such as ou=people,dc=example,dc=org' })

const hasPlaceholder = (text: string) => text.split('{username}').length === 2

/** The description of a directory in the setting of identity providers. */
export const ldapSettings = z
  .strictObject({
    type: z.literal('ldap'),
    ...mappingFields,
    /** `ldaps://`, or `ldap://` with StartTLS. */
    url: z.string().refine(isDirectoryUrl, { error: 'must be ldaps://HOST or ldap://HOST, with a port if needed' }),
    /** Whether passwords may be sent without encryption; only with `ldap://`. */
    allow_plaintext: z.boolean().default(false),
    /** A PEM file with the certificate authorities of the server. */
    ca_file: z.string().min(1).optional(),
    bind_dn: dn.optional(),
    bind_password: z.string().min(1).optional(),
    /** The environment variable with the password of `bind_dn`. */
    bind_password_env: z.string().min(1).optional(),
    /** The distinguished name of each user, in place of a search with `bind_dn`. */
    user_dn: dn.refine(hasPlaceholder, { error: 'must contain {username} once' }).optional(),
    base: dn.optional(),
    user_filter: z
      .string()
      .regex(/^\(.+\)$/s, { error: 'must be a filter in parentheses' })
      .refine(hasPlaceholder, { error: 'must contain {username} once' })
      .default('(uid={username})'),
    group_base: dn.optional(),
    /** `{dn}` and `{username}` stand for the name of the user's entry and for the user name. */
    group_filter: z
      .string()
      .regex(/^\(.*\{(dn|username)\}.*\)$/s, { error: 'must be a filter in parentheses with {dn} or {username}' })
      .default('(member={dn})'),
    /** The attribute with the name of a group. */
    group_name: z.string().min(1).default('cn'),
    attributes,
    /** Whether users cannot change their e-mail address in the directory: it is stored and linked only then. */
    email_is_verified: z.boolean().default(false),
  })
  .refine(({ bind_dn, user_dn }) => (bind_dn === undefined) !== (user_dn === undefined), {
    path: ['bind_dn'],
    error: 'or user_dn is required, but not both',
  })
  .refine(({ bind_dn, base }) => bind_dn === undefined || base !== undefined, {
    path: ['base'],
    error: 'is required with bind_dn',
  })
  .refine(
    (one) => one.bind_dn === undefined || (one.bind_password === undefined) !== (one.bind_password_env === undefined),
    {
      path: ['bind_password'],
      error: 'or bind_password_env is required with bind_dn, but not both',
    },
  )
  .refine(({ url, allow_plaintext: isPlain }) => !isPlain || url.startsWith('ldap://'), {
    path: ['allow_plaintext'],
    error: 'needs an ldap:// URL',
  })

/** A directory whose users sign in with their password there. */
export type LdapDirectorySettings = Omit<z.output<typeof ldapSettings>, 'bind_password_env' | 'ca_file'> & {
  /** Names the directory in the links of users. */
  readonly issuer: string
  /** Certificate authorities as PEM text. */
  readonly ca: string | undefined
}

function isDirectoryUrl(text: string): boolean {
  // The parser of URLs accepts other letter cases and spaces, which the selection of the encryption does not.
  if (!/^ldaps?:\/\/\S+$/.test(text) || !URL.canParse(text)) return false
  const { hostname, pathname, search, hash, username } = new URL(text)
  const isBare = ['', '/'].includes(pathname) && search === '' && hash === '' && username === ''
  return hostname !== '' && isBare
}

/** Returns a directory with its password and certificates; each problem is passed to `report`. */
export function completeDirectory(
  { ca_file: file, bind_password_env: variable, ...rest }: z.output<typeof ldapSettings>,
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
  report: (problem: string) => void,
): LdapDirectorySettings {
  const password = variable === undefined ? rest.bind_password : environment[variable]
  if (variable !== undefined && !password)
    report(`the directory ${rest.name} needs the environment variable ${variable}`)
  let ca: string | undefined
  try {
    ca = file === undefined ? undefined : readFileSync(resolve(root, file), 'utf8')
  } catch (error) {
    report(`the directory ${rest.name} names the file ${file}, which cannot be read: ${(error as Error).message}`)
  }
  return { ...rest, ...(password ? { bind_password: password } : {}), issuer: `ldap:${rest.name}`, ca }
}
