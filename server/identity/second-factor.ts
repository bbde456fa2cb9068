import { randomBytes } from 'node:crypto'
import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { parseJson } from '#core/rest/json.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import { decryptSecret, encryptSecret } from '#server/security/secret-box.ts'
import { subscriberAddress } from '#server/security/address-network.ts'
import { tokenHash } from '#server/security/sessions.ts'
import { isExpired } from '#server/security/token.ts'
import { removeSessions } from '#server/security/view-as.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { base32, keyUri, SECRET_BYTES, stepOfCode } from './one-time-code.ts'
import { qrSvg } from './qr-code.ts'

/** The dependencies of second factors. */
export interface SecondFactorDependencies {
  readonly store: Store
  readonly config: { readonly secretKey: SecretKeys }
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly log: { warn(message: string, fields: Readonly<Record<string, unknown>>): void }
}

/** A new secret, as its user sees it once. */
export interface NewSecret {
  /** In base32, in groups of four. */
  readonly key: string
  readonly uri: string
  /** The URI as a QR code. */
  readonly svg: string
}

/** A code that a user has typed. */
export interface TypedCode {
  readonly userId: number
  readonly code: string
  /** IP address of the caller. */
  readonly ip: string
}

/** How a user has proved the second factor, for the action log. */
export type CodeType = 'code' | 'recovery code'

const RECOVERY_CODES = 10
/** Random bytes of a recovery code: sixteen characters of base32. */
const RECOVERY_BYTES = 10
/**
 * Wrong codes after which codes are rejected, of one-time codes and recovery codes together: of a user in ten minutes
 * and in a day, and from an address in ten minutes. Only callers who know the password reach the limits of a user.
 */
const MAX_WRONG_CODES = 10
const MAX_WRONG_CODES_PER_DAY = 50
const MAX_WRONG_CODES_PER_ADDRESS = 50
const WINDOW_MS = 10 * 60_000
const DAY_MS = 24 * 3_600_000
/** How long a user has to confirm a new secret, in milliseconds. */
const SET_UP_LIFE_MS = 10 * 60_000
/** Maximum characters of a typed code; a longer text is no code. */
export const MAX_CODE_LENGTH = 100
const ISSUER = 'Facet'
/** Maximum bytes of a URI in a QR code. */
const MAX_URI_BYTES = 213

/** True if a user signs in with a second factor. */
export async function hasSecondFactor(store: Store, userId: number): Promise<boolean> {
  return (await store.secondFactors.ofUser(userId)) !== undefined
}

/** Returns a random secret of one-time codes. */
export function newFactorSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** Returns the key, the URI and the QR code of a secret for the app of a user. */
export function presentSecret(secret: Uint8Array, username: string): NewSecret {
  const key = base32(secret)
  const full = keyUri(key, username, ISSUER)
  const uri = Buffer.byteLength(full) > MAX_URI_BYTES ? keyUri(key, '', ISSUER) : full
  return { key: (key.match(/.{1,4}/g) ?? []).join(' '), uri, svg: qrSvg(uri) }
}

interface SetUp {
  readonly userId: number
  /** In base64url. */
  readonly secret: string
  /** Epoch milliseconds. */
  readonly begun: number
}

/**
 * Returns a new secret with a ticket for `confirmSecondFactor`. The secret is only in the encrypted ticket: another
 * sign-in of the same user never sees it. Throws `second-factor-set`.
 */
export async function beginSecondFactor(
  { store, config, now }: SecondFactorDependencies,
  { id, username }: Pick<User, 'id' | 'username'>,
): Promise<NewSecret & { readonly ticket: string }> {
  if (await hasSecondFactor(store, id)) throw new ApiError('second-factor-set')
  const secret = newFactorSecret()
  const setUp: SetUp = { userId: id, secret: secret.toString('base64url'), begun: now() }
  const ticket = encryptSecret(config.secretKey, JSON.stringify({ 'second factor set-up': setUp }))
  return { ...presentSecret(secret, username), ticket }
}

/** Returns the secret of a ticket of `beginSecondFactor`. Throws `second-factor-expired` if it is not valid for the user. */
export function secretOfTicket({ config, now }: SecondFactorDependencies, userId: number, ticket: string): Buffer {
  const setUp = readTicket(config.secretKey, ticket)
  const isCurrent = setUp?.userId === userId && setUp.begun <= now() && now() - setUp.begun < SET_UP_LIFE_MS
  if (!setUp || !isCurrent) throw new ApiError('second-factor-expired')
  return Buffer.from(setUp.secret, 'base64url')
}

function readTicket(secretKey: SecretKeys, ticket: string): SetUp | undefined {
  try {
    const read = parseJson(decryptSecret(secretKey, ticket)) as { readonly 'second factor set-up'?: SetUp }
    return read['second factor set-up']
  } catch {
    return undefined
  }
}

/** A change of a second factor: the session that stays open, and further changes in the same transaction. */
export interface FactorChange<T> {
  /** The stored id of the session that stays open. */
  readonly session?: string | undefined
  /** When the sign-in began that sets up the second factor; epoch milliseconds. */
  readonly begun?: number
  readonly afterwards?: (tx: Store) => Promise<T>
}

/**
 * Makes a secret the second factor of a user, if the code is one of its codes, and ends the other sessions, bearer tokens
 * and sign-in links of the user. Returns the recovery codes, which are stored only as hashes. Throws `code-wrong`,
 * `code-limit`, `second-factor-set`, and `sign-in-expired` if all sessions of the user were ended after `begun`.
 */
export async function confirmSecondFactor<T = undefined>(
  dependencies: SecondFactorDependencies,
  typed: TypedCode,
  secret: Uint8Array,
  { session, begun, afterwards }: FactorChange<T> = {},
): Promise<{ readonly codes: readonly string[]; readonly result: T | undefined }> {
  const { store, config, now } = dependencies
  const { userId } = typed
  if (await hasSecondFactor(store, userId)) throw new ApiError('second-factor-set')
  // The caller knows the secret: wrong codes count only for the address.
  const step = await withAttemptLimit(dependencies, typed, false, async () =>
    stepOfCode(secret, digitsOf(typed.code), now()),
  )
  return store.transaction(async (tx) => {
    await tx.users.lock(userId)
    if (begun !== undefined && (await isExpired(tx, { userId, issuedAt: begun }))) throw new ApiError('sign-in-expired')
    const encrypted = encryptSecret(config.secretKey, Buffer.from(secret).toString('base64url'))
    const isNew = await tx.secondFactors.add({ user_id: userId, secret: encrypted, last_step: step })
    if (!isNew) throw new ApiError('second-factor-set')
    await endOthers(tx, userId, userId, { now: now(), session })
    await logChange(tx, userId, userId, { second_factor: true })
    const codes = await newRecoveryCodes(tx, userId)
    return { codes, result: await afterwards?.(tx) }
  })
}

/**
 * Checks a one-time code or a recovery code of a user; each counts once. Returns which of them it is. Throws `code-wrong`,
 * `code-limit` after many wrong ones, and `second-factor-unreadable`.
 */
export function requireSecondFactor(dependencies: SecondFactorDependencies, typed: TypedCode): Promise<CodeType> {
  return withAttemptLimit(dependencies, typed, true, async () => {
    const { userId, code } = typed
    if (code.length > MAX_CODE_LENGTH) return undefined
    if (/^\d+$/.test(digitsOf(code))) return (await acceptCode(dependencies, typed)) ? 'code' : undefined
    const isUsed = await dependencies.store.secondFactors.useRecoveryCode(userId, hashOf(userId, code))
    return isUsed ? 'recovery code' : undefined
  })
}

/** Replaces the recovery codes of a user; returns the new ones. */
export function replaceRecoveryCodes(store: Store, userId: number): Promise<readonly string[]> {
  return store.transaction(async (tx) => {
    await logChange(tx, userId, userId, { recovery_codes: 'replaced' })
    return newRecoveryCodes(tx, userId)
  })
}

/**
 * Removes the second factor of a user, and the counts of wrong codes; returns whether there was one. Ends the sessions, bearer tokens and sign-in links
 * of the user, except the session with the stored id `session`.
 */
export function removeSecondFactor(
  { store, now }: Pick<SecondFactorDependencies, 'store' | 'now'>,
  userId: number,
  actor: Actor,
  session?: string,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    await tx.users.lock(userId)
    if (!(await tx.secondFactors.remove(userId))) return false
    for (const key of Object.values(userKeys(userId))) await tx.limitCounts.forgive(key)
    await endOthers(tx, userId, actor, { now: now(), session })
    await logChange(tx, userId, actor, { second_factor: false })
    return true
  })
}

/** API tokens stay: their owner created each of them, and can revoke them. */
async function endOthers(
  tx: Store,
  userId: number,
  actor: Actor,
  { now, session }: { readonly now: number; readonly session: string | undefined },
): Promise<void> {
  await tx.users.endTokens(userId, now)
  await removeSessions(tx, userId, actor, { except: session })
  await tx.loginLinks.deleteByUser(userId)
}

/** Returns the keys of the counts of wrong codes of a user: in ten minutes, and in a day. */
function userKeys(userId: number) {
  return { user: `code user ${userId}`, day: `code day ${userId}` } as const
}

/**
 * Returns the result of a check of a typed code. The attempt counts as wrong before the check, so that concurrent
 * attempts count like consecutive ones; a right code is removed from the counts and resets none of them. Codes count for
 * the address, and with `isOfUser` for the user.
 */
async function withAttemptLimit<T>(
  { store, log }: SecondFactorDependencies,
  { userId, ip }: TypedCode,
  isOfUser: boolean,
  check: () => Promise<T | undefined>,
): Promise<T> {
  const { user, day } = userKeys(userId)
  const address = `code ip ${subscriberAddress(ip)}`
  const { limitCounts } = store
  const isDayLeft = !isOfUser || (await limitCounts.allow([{ key: day, most: MAX_WRONG_CODES_PER_DAY }], DAY_MS))
  const limits = [
    ...(isOfUser ? [{ key: user, most: MAX_WRONG_CODES }] : []),
    { key: address, most: MAX_WRONG_CODES_PER_ADDRESS },
  ]
  const isLeft = isDayLeft && (await limitCounts.allow(limits, WINDOW_MS))
  if (isOfUser && isDayLeft && !isLeft) await limitCounts.forgive(day, 1)
  if (!isLeft) {
    log.warn('Codes of a second factor are rejected after too many wrong ones', {
      user: userId,
      address: subscriberAddress(ip),
    })
    throw new ApiError('code-limit')
  }
  const result = await check()
  if (result === undefined) throw new ApiError('code-wrong')
  for (const key of isOfUser ? [user, day, address] : [address]) await limitCounts.forgive(key, 1)
  return result
}

async function acceptCode(
  { store, config, now }: SecondFactorDependencies,
  { userId, code }: TypedCode,
): Promise<boolean> {
  const factor = await store.secondFactors.ofUser(userId)
  if (!factor) return false
  const step = stepOfCode(secretOf(config.secretKey, factor.secret), digitsOf(code), now())
  return step !== undefined && store.secondFactors.acceptStep(factor, step)
}

function secretOf(secretKey: SecretKeys, encrypted: string): Buffer {
  try {
    return Buffer.from(decryptSecret(secretKey, encrypted), 'base64url')
  } catch (error) {
    throw new ApiError('second-factor-unreadable', { cause: error })
  }
}

/** Returns a typed code without the spaces that apps show. */
const digitsOf = (code: string) => code.replaceAll(/\s/g, '')

async function newRecoveryCodes(tx: Store, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  )
  await tx.secondFactors.setRecoveryCodes(
    userId,
    codes.map((code) => hashOf(userId, code)),
  )
  return codes
}

/** A recovery code is typed with or without hyphens. */
function hashOf(userId: number, code: string): string {
  return tokenHash(`recovery ${userId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)
}

function logChange(tx: Store, userId: number, actor: Actor, after: object): Promise<void> {
  const event = { actor, action: 'update', entity_type: 'user', entity_id: userId } as const
  return tx.events.append({ ...event, after: JSON.stringify(after) })
}
