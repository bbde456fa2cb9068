import type { IdentityProvider } from '#server/base/identity-providers.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isObject } from '#core/rest/json.ts'
import { USER_LENGTHS } from '#core/entity/user.ts'

/** A user as an identity provider describes them. */
export interface ExternalUser {
  /** Identifies the provider. */
  readonly issuer: string
  /** Identifies the user at the provider. */
  readonly subject: string
  readonly username: string
  /** The e-mail address; undefined unless the provider has verified it. */
  readonly email: string | undefined
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  /** The names of the user's groups at the provider. */
  readonly groups: readonly string[]
}

type Claims = Readonly<Record<string, unknown>>

/** Returns the claims of an ID token and of the user info. Whether an e-mail is verified comes from where it comes from. */
export function mergedClaims(token: Claims, userInfo: Claims): Claims {
  const { email, email_verified } = Object.hasOwn(token, 'email') ? token : userInfo
  return { ...userInfo, ...token, email, email_verified }
}

/** Maximum groups of a user at a provider. More are an error, because a missing one would take rights away. */
export const MAX_GROUPS = 1000

/** Returns the user that claims describe. Throws `identity-claim-missing` and `identity-groups`. */
export function externalUserOf(provider: IdentityProvider, claims: Claims): ExternalUser {
  const names = provider.claims
  const text = (name: string) => textOf(claimOf(claims, name))
  const subject = exactTextOf(names.subject, claimOf(claims, names.subject))
  if (subject === undefined) throw new ApiError('identity-claim-missing', { args: [names.subject] })
  // `email_verified` is about the claim `email` only; users may be free to change others.
  const email = names.email === 'email' && isVerified(claims['email_verified']) ? text('email') : undefined
  const username = (names.username === 'email' ? email : text(names.username)) ?? email
  if (username === undefined) throw new ApiError('identity-claim-missing', { args: [names.username] })
  return {
    issuer: provider.issuer,
    subject,
    username,
    email,
    firstName: text(names.first_name)?.slice(0, USER_LENGTHS.name),
    lastName: text(names.last_name)?.slice(0, USER_LENGTHS.name),
    groups: groupsOf(names.groups, claimOf(claims, names.groups)),
  }
}

/** Returns a claim. A name with dots means nested claims, unless there is a claim of this name. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/**
 * Returns a subject or the name of a group, which must not become that of another by trimming; undefined if it is blank.
 * Throws `identity-claim-missing` for a text with spaces around it.
 */
export function exactTextOf(name: string, value: unknown): string | undefined {
  const text = textOf(value)
  if (text !== undefined && text !== value)
    throw new ApiError('identity-claim-missing', { args: [`${name} without spaces around it`] })
  return text
}

/** Some providers send booleans as text. */
function isVerified(value: unknown): boolean {
  return value === true || value === 'true'
}

function groupsOf(name: string, value: unknown): readonly string[] {
  const groups = (Array.isArray(value) ? value : [value]).flatMap((each) => exactTextOf(name, each) ?? [])
  if (groups.length > MAX_GROUPS) throw new ApiError('identity-groups', { args: [groups.length, MAX_GROUPS] })
  return [...new Set(groups)]
}
