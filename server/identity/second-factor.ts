import { randomBytes } from 'node:crypto'
import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { decryptSecret, encryptSecret } from '#server/security/secret-box.ts'
import { tokenHash } from '#server/security/sessions.ts'
import type { Shared } from '#server/shared/shared.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { base32, keyUri, SECRET_BYTES, stepOfCode } from './one-time-code.ts'
import { qrSvg } from './qr-code.ts'

/** The dependencies of second factors. */
export interface SecondFactorOffice {
  readonly store: Store
  readonly shared: Pick<Shared, 'allow' | 'forgive'>
  readonly config: { readonly secretKey: string }
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** A new secret, as its user sees it once. */
export interface NewSecret {
  /** In base32, in groups of four. */
  readonly key: string
  readonly uri: string
  /** The URI as a QR code. */
  readonly svg: string
}

const RECOVERY_CODES = 10
/** Random bytes of a recovery code: sixteen characters of base32. */
const RECOVERY_BYTES = 10
/**
 * Wrong codes of a user in ten minutes, from all addresses, after which codes are rejected. Only callers who know the
 * password reach this limit.
 */
const MAX_WRONG_CODES = 20
const WINDOW_MS = 10 * 60_000
const ISSUER = 'Facet'
/** Maximum bytes of a URI in a QR code. */
const MAX_URI_BYTES = 213

/** True if a user signs in with a second factor. */
export async function hasSecondFactor(store: Store, userId: number): Promise<boolean> {
  const factor = await store.secondFactors.ofUser(userId)
  return factor !== undefined && factor.confirmed_on !== null
}

/**
 * Stores a new secret, which counts after `confirmSecondFactor`. A secret of the last ten minutes that was not confirmed
 * is returned again, so that a mistyped code needs no second scan. Throws `second-factor-set` if one is confirmed.
 */
export async function beginSecondFactor(
  { store, config, now }: SecondFactorOffice,
  { id, username }: Pick<User, 'id' | 'username'>,
): Promise<NewSecret> {
  const secret = await store.transaction(async (inside) => {
    await inside.users.lock(id)
    const factor = await inside.secondFactors.ofUser(id)
    if (factor && factor.confirmed_on !== null) throw new ApiError('second-factor-set')
    if (factor && now() - factor.created_on < WINDOW_MS) return secretOf(config.secretKey, factor.secret)
    const made = randomBytes(SECRET_BYTES)
    await inside.secondFactors.begin(id, encryptSecret(config.secretKey, made.toString('base64url')))
    return made
  })
  const key = base32(secret)
  const full = keyUri(key, username, ISSUER)
  const uri = Buffer.byteLength(full) > MAX_URI_BYTES ? keyUri(key, '', ISSUER) : full
  return { key: (key.match(/.{1,4}/g) ?? []).join(' '), uri, svg: qrSvg(uri) }
}

/**
 * Makes the stored secret the second factor of a user, if the code is one of its codes. Returns the recovery codes,
 * which are stored only as hashes. Throws `code-wrong` and `too-many-requests`.
 */
export async function confirmSecondFactor(
  office: SecondFactorOffice,
  userId: number,
  code: string,
): Promise<readonly string[]> {
  const factor = await office.store.secondFactors.ofUser(userId)
  if (!factor) throw new ApiError('second-factor-none')
  if (factor.confirmed_on !== null) throw new ApiError('second-factor-set')
  await limited(office, userId, () => acceptCode(office, userId, code))
  return office.store.transaction(async (inside) => {
    await inside.secondFactors.confirm(userId)
    await logChange(inside, userId, userId, { second_factor: true })
    return newRecoveryCodes(inside, userId)
  })
}

/**
 * Checks a one-time code or a recovery code of a user; each counts once. Throws `code-wrong`, and `too-many-requests`
 * after many wrong ones.
 */
export function requireSecondFactor(office: SecondFactorOffice, userId: number, code: string): Promise<void> {
  return limited(office, userId, async () => {
    if (/^\d[\d\s]*$/.test(code.trim())) return acceptCode(office, userId, code)
    return office.store.secondFactors.useRecoveryCode(userId, hashOf(userId, code))
  })
}

/** Replaces the recovery codes of a user; returns the new ones. */
export function replaceRecoveryCodes(store: Store, userId: number): Promise<readonly string[]> {
  return store.transaction(async (inside) => {
    await logChange(inside, userId, userId, { recovery_codes: 'replaced' })
    return newRecoveryCodes(inside, userId)
  })
}

/** Removes the second factor of a user; returns whether there was one. */
export function removeSecondFactor(store: Store, userId: number, actor: Actor): Promise<boolean> {
  return store.transaction(async (inside) => {
    const wasSet = await inside.secondFactors.remove(userId)
    if (wasSet) await logChange(inside, userId, actor, { second_factor: false })
    return wasSet
  })
}

async function limited(office: SecondFactorOffice, userId: number, check: () => Promise<boolean>): Promise<void> {
  const key = `second factor ${userId}`
  const before = await office.shared.allow([{ key, most: MAX_WRONG_CODES }], WINDOW_MS)
  if (before === undefined) throw new ApiError('too-many-requests')
  if (!(await check())) throw new ApiError('code-wrong')
  await office.shared.forgive(key)
}

async function acceptCode({ store, config, now }: SecondFactorOffice, userId: number, code: string): Promise<boolean> {
  const factor = await store.secondFactors.ofUser(userId)
  if (!factor) return false
  const secret = secretOf(config.secretKey, factor.secret)
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ''), now())
  return step !== undefined && store.secondFactors.acceptStep(userId, step)
}

function secretOf(secretKey: string, encrypted: string): Buffer {
  return Buffer.from(decryptSecret(secretKey, encrypted), 'base64url')
}

async function newRecoveryCodes(inside: Store, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  )
  await inside.secondFactors.setRecoveryCodes(
    userId,
    codes.map((code) => hashOf(userId, code)),
  )
  return codes
}

/** A recovery code is typed with or without hyphens. */
function hashOf(userId: number, code: string): string {
  return tokenHash(`recovery ${userId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)
}

function logChange(inside: Store, userId: number, actor: Actor, after: object): Promise<void> {
  const event = { actor, action: 'update', entity_type: 'user', entity_id: userId } as const
  return inside.events.append({ ...event, after: JSON.stringify(after) })
}
