import type { ListBody } from '#core/rest/responses.ts'
import type {
  ApiTokenResponse,
  ApiTokensResponse,
  NewSecretResponse,
  SecondFactorResponse,
  SessionResponse,
} from '#core/rest/me.ts'
import { call } from '#calls/call.ts'

/**
 * Changes the caller's password; all other sessions and all bearer tokens end. A caller without a password has no
 * current one.
 */
export function changePassword(currentPassword: string | undefined, newPassword: string): Promise<unknown> {
  const current = currentPassword === undefined ? {} : { current_password: currentPassword }
  return call('PUT', '/api/v1/me/password', { body: { ...current, new_password: newPassword } })
}

/** Stores the formats of dates and numbers of the caller, as a BCP 47 tag. */
export function changeLocale(locale: string): Promise<unknown> {
  return call('PUT', '/api/v1/me/locale', { body: { locale } })
}

/** Returns whether the caller has a password. */
export async function isPasswordSet(signal?: AbortSignal): Promise<boolean> {
  const { result } = await call<{ result: { is_set: boolean } }>('GET', '/api/v1/me/password', { signal })
  return result.is_set
}

/** Returns the caller's sessions, last seen first. */
export async function listSessions(signal?: AbortSignal): Promise<readonly SessionResponse[]> {
  const { result } = await call<Pick<ListBody<SessionResponse>, 'result'>>('GET', '/api/v1/me/sessions', { signal })
  return result
}

export function endSession(id: string): Promise<unknown> {
  return call('DELETE', `/api/v1/me/sessions/${encodeURIComponent(id)}`)
}

/** Ends all sessions of the caller except this one. */
export function endOtherSessions(): Promise<{ readonly count: number }> {
  return call('DELETE', '/api/v1/me/sessions')
}

/** Ends all sessions and bearer tokens of the caller, including this session. */
export function signOutEverywhere(): Promise<unknown> {
  return call('POST', '/api/v1/me/sign_out_everywhere')
}

/** Returns the caller's API tokens, newest first, and the caller's roles. */
export function listTokens(signal?: AbortSignal): Promise<ApiTokensResponse> {
  return call('GET', '/api/v1/me/tokens', { signal })
}

/** The options of a new API token. */
export interface NewToken {
  readonly name: string
  readonly scope: ApiTokenResponse['scope']
  /** The role to which the token is limited; absent for none. */
  readonly role_id?: number
  readonly expires_in_days: number
}

/** A new API token with its text. */
export type NewTokenResponse = ApiTokenResponse & { readonly token: string }

/** Creates an API token; the response is the only one that contains it. */
export async function createToken(body: NewToken): Promise<NewTokenResponse> {
  return (await call<{ readonly result: NewTokenResponse }>('POST', '/api/v1/me/tokens', { body })).result
}

export function revokeToken(id: number): Promise<unknown> {
  return call('DELETE', `/api/v1/me/tokens/${id}`)
}

const SECOND_FACTOR = '/api/v1/me/second_factor'

/** Returns whether the caller has a second factor, and how many recovery codes are left. */
export async function fetchSecondFactor(signal?: AbortSignal): Promise<SecondFactorResponse> {
  return (await call<{ readonly result: SecondFactorResponse }>('GET', SECOND_FACTOR, { signal })).result
}

/** Returns a secret for the caller's authenticator app; it counts after `confirmSecret`. */
export async function createSecret(currentPassword: string | undefined): Promise<NewSecretResponse> {
  const body = currentPassword === undefined ? {} : { current_password: currentPassword }
  return (await call<{ readonly result: NewSecretResponse }>('POST', SECOND_FACTOR, { body })).result
}

type RecoveryCodes = { readonly result: { readonly recovery_codes: readonly string[] } }

/** Makes the secret of a ticket the caller's second factor; returns the recovery codes. */
export async function confirmSecret(ticket: string, code: string): Promise<readonly string[]> {
  return (await call<RecoveryCodes>('PUT', SECOND_FACTOR, { body: { ticket, code } })).result.recovery_codes
}

/** Replaces the caller's recovery codes; returns the new ones. */
export async function renewRecoveryCodes(code: string): Promise<readonly string[]> {
  return (await call<RecoveryCodes>('POST', `${SECOND_FACTOR}/recovery_codes`, { body: { code } })).result
    .recovery_codes
}

/** Removes the caller's second factor, by a code and the password if the caller has one. */
export function removeOwnSecondFactor(code: string, currentPassword: string | undefined): Promise<unknown> {
  const body = currentPassword === undefined ? { code } : { code, current_password: currentPassword }
  return call('POST', `${SECOND_FACTOR}/remove`, { body })
}
