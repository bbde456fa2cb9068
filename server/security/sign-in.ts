import { setTimeout as delay } from 'node:timers/promises'
import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isStorable } from '#server/store/bind.ts'
import type { Store } from '#server/store/store.ts'
import type { Attempts } from './sign-in-attempts.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { checkPassword } from './password.ts'
import { findSimilarUser } from './user-registration.ts'

/** The credentials as typed, and the network address. */
export interface Credentials {
  /** Username or email address. */
  readonly username: string
  readonly password: string
  readonly ip: string
}

/** The dependencies of sign-in. */
export interface SignInRequest {
  readonly store: Store
  readonly attempts: Attempts
  /** Settles after this many milliseconds. */
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

/** Maximum attempts delayed because of failures for their name; more are rejected. */
const MAX_DELAYED = 100
const delayedSignIns = new ConcurrencyLimiter(MAX_DELAYED, 0)

/**
 * Returns the user of a name and password. Throws `not-signed-in`, after the same time whether the name or the password
 * is wrong. Throws `too-many-requests` after many failures for the name from this address, or from the address in
 * total. After many failures for the name from other addresses it is delayed. `external` checks the password of a name
 * for which there is no password here; it returns the user, or undefined if the password is wrong.
 */
export async function signIn(
  { store, attempts, wait = delay }: SignInRequest,
  { username, password, ip }: Credentials,
  external?: (credentials: Credentials) => Promise<User | undefined>,
): Promise<User> {
  const attempt = { name: username, ip }
  const pause = await attempts.begin(attempt)
  if (pause === undefined) throw new ApiError('too-many-requests')
  if (pause > 0) await delayedSignIns.run(() => wait(pause))
  // A name that the store cannot hold belongs to no user.
  const user = isStorable(username) ? await find(store, username) : undefined
  if (external && !(await hasLocalPassword(store, username, user))) {
    // A name that no directory knows takes as long as one with a password here.
    await checkPassword(password, undefined)
    const found = await external({ username, password, ip })
    if (!found) throw new ApiError('not-signed-in')
    await attempts.succeed(attempt)
    return found
  }
  const fits = await checkPassword(password, user?.active ? (user.password ?? undefined) : undefined)
  if (user) await store.users.signedIn(user.id, fits)
  if (!user || !fits) throw new ApiError('not-signed-in')
  await attempts.succeed(attempt)
  return user
}

/**
 * True if the user of a name, or of another spelling of it, has a password here, which must not be sent to an external
 * service.
 */
async function hasLocalPassword(store: Store, name: string, user: User | undefined): Promise<boolean> {
  const text = name.trim()
  if (user || text === '' || !isStorable(text)) return (user?.password ?? null) !== null
  const alike = (await findSimilarUser(store, 'username', text)) ?? (await findSimilarUser(store, 'email', text))
  return (alike?.password ?? null) !== null
}

async function find({ users }: Store, name: string): Promise<User | undefined> {
  const existing = await users.byUsername(name)
  return existing ?? (name.includes('@') ? users.find({ col: 'email', op: 'eq', value: name }) : undefined)
}

/** Records a sign-in in the action log; `by` says how the user authenticated. */
export function logSignIn({ events }: Store, userId: number, by: string): Promise<void> {
  const after = JSON.stringify({ by })
  return events.append({ actor: userId, action: 'sign_in', entity_type: 'user', entity_id: userId, after })
}
