import { parseJson } from '#core/rest/json.ts'
import type { SamlProvider } from '#server/base/saml-settings.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import { decryptSecret } from '#server/security/secret-box.ts'
import { tokenHash } from '#server/security/sessions.ts'
import type { Store } from '#server/store/store.ts'
import type { SamlSession } from './saml-assertion.ts'
import type { SamlSignOutRequest } from './saml-sign-out.ts'
import { TICKET_TTL_MS } from './sign-in-ticket.ts'

/** Maximum sessions that are recorded one by one; requests that name more end all pending sign-ins of the user. */
const MAX_INDEXES = 50

/** How far the clocks of the servers of one installation may differ, in milliseconds. */
const CLOCK_SKEW_MS = 2000

/** Returns the session at the provider; undefined if there is none, or the secret key has changed since. */
export function samlSessionIn(secretKey: SecretKeys, token: string | null): SamlSession | undefined {
  try {
    return token === null ? undefined : (parseJson(decryptSecret(secretKey, token)) as SamlSession)
  } catch {
    return undefined
  }
}

/** `all` for every session of a user, `any` for at least one. */
type Scope = 'all' | 'any' | { readonly index: string }

function keyOf(issuer: string, nameId: string, scope: Scope): string {
  return tokenHash(JSON.stringify([issuer, nameId, scope]))
}

/** Records that the provider signed a user out, for as long as a sign-in that began before may be pending. */
export async function recordSamlSignOut(
  { keyValues }: Store,
  { issuer }: Pick<SamlProvider, 'issuer'>,
  { nameId, sessionIndexes }: Pick<SamlSignOutRequest, 'nameId' | 'sessionIndexes'>,
  now: number,
): Promise<void> {
  const isAll = sessionIndexes.length === 0 || sessionIndexes.length > MAX_INDEXES
  const scopes: readonly Scope[] = ['any', ...(isAll ? (['all'] as const) : sessionIndexes.map((index) => ({ index })))]
  for (const scope of scopes)
    await keyValues.put({
      resource: 'saml_sign_out',
      key: keyOf(issuer, nameId, scope),
      value: JSON.stringify(now),
      user_id: null,
      expires_on: now + TICKET_TTL_MS + CLOCK_SKEW_MS,
    })
}

/** A sign-in at a provider that may be pending when the provider signs the user out. */
interface PendingSignIn {
  readonly userId: number
  /** When the sign-in began; epoch milliseconds. */
  readonly begun: number
  /** The id of the session at the provider, if it is known. */
  readonly index: string | undefined
}

/**
 * True if the provider has signed the user out since the sign-in began. The times may be of different servers: a sign-in
 * that begins within two seconds after the sign-out counts as an earlier one.
 */
export async function isSignedOutAtSaml(
  { keyValues, externalIdentities }: Store,
  { issuer }: Pick<SamlProvider, 'issuer'>,
  { userId, begun, index }: PendingSignIn,
): Promise<boolean> {
  const scopes: readonly Scope[] = index === undefined ? ['any'] : ['all', { index }]
  for (const identity of await externalIdentities.ofUser(userId)) {
    if (identity.issuer !== issuer) continue
    for (const scope of scopes) {
      const found = await keyValues.get('saml_sign_out', keyOf(issuer, identity.subject, scope))
      if (found && Number(found.value) + CLOCK_SKEW_MS >= begun) return true
    }
  }
  return false
}
