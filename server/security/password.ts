import { Gate } from './gate.ts'

/** Passwords hashed or checked at once: each takes 19 MiB and a thread of the pool that also reads files. */
const HASHES_AT_ONCE = 4
/** Passwords that may wait for their turn; more are refused. */
const HASHES_WAITING = 100

const gate = new Gate(HASHES_AT_ONCE, HASHES_WAITING)

/** Loaded when the first password is hashed or checked: most starts need none. */
const argon2 = () => import('@node-rs/argon2')

/** Memory in KiB, passes, lanes: the second choice of OWASP's sheet for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Compared with when the user is unknown, so that the answer takes the same time. */
let decoy: Promise<string> | undefined

/** The hash that is stored for a password; fails with `too-many-requests` when too many wait to be hashed or checked. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return gate.run(() => hash(password, cost))
}

/**
 * Whether this is the password behind the hash; takes as long when there is no hash, and fails as `hashPassword` does.
 */
export async function checkPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { hash, verify } = await argon2()
  decoy ??= hash('a password nobody has', cost)
  const compared = stored ?? (await decoy)
  const fits = await gate.run(() => verify(compared, password).catch(() => false))
  return fits && stored !== undefined
}
