import type { User } from '#core/entity/user.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Store } from '#server/store/store.ts'
import type { Attempts } from './attempts.ts'
import { checkPassword } from './password.ts'

/** What somebody typed, and from where. */
export interface Credentials {
  /** Username or e-mail address. */
  readonly username: string
  readonly password: string
  readonly ip: string
}

/**
 * The user of a name and password. Fails with `not-signed-in`, the same and after the same time whether the name or the
 * password is wrong, and with `too-many-requests` after many failures for the name or from the address.
 */
export async function signIn(
  { store, attempts, now }: { readonly store: Store; readonly attempts: Attempts; readonly now: () => number },
  { username, password, ip }: Credentials,
): Promise<User> {
  const attempt = { name: username, ip }
  if (!attempts.allows(attempt, now())) throw new Fault('too-many-requests')
  const user = (await store.users.byUsername(username)) ?? (await byEmail(store, username))
  const fits = await checkPassword(password, user?.active ? (user.password ?? undefined) : undefined)
  if (user) await store.users.signedIn(user.id, fits)
  if (!user || !fits) {
    attempts.fail(attempt, now())
    throw new Fault('not-signed-in')
  }
  attempts.succeed(attempt)
  return user
}

async function byEmail(store: Store, text: string): Promise<User | undefined> {
  return text.includes('@') ? store.users.find({ col: 'email', op: 'eq', value: text }) : undefined
}
