import { ConcurrencyLimiter } from './concurrency-limiter.ts'

/** Passwords hashed or checked concurrently: each takes 19 MiB and a thread of the pool that also reads files. */
const HASHES_AT_ONCE = 4
/** Maximum waiting passwords; more are rejected. */
const HASHES_WAITING = 100

const hashLimiter = new ConcurrencyLimiter(HASHES_AT_ONCE, HASHES_WAITING)

/** Loaded when the first password is hashed or checked: most starts need none. */
const argon2 = () => import('@node-rs/argon2')

/** Memory in KiB, passes, lanes: the second choice for argon2id in the OWASP Password Storage Cheat Sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Compared with if the user is unknown, so that the check takes the same time. */
let decoy: Promise<string> | undefined

/** Returns the hash to store for a password; throws `too-many-requests` if too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return hashLimiter.run(() => hash(password, cost))
}

/** True if the password matches the hash. Takes as long without a hash, and throws like `hashPassword`. */
export async function checkPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { hash, verify } = await argon2()
  decoy ??= hash('a password nobody has', cost)
  const compared = stored ?? (await decoy)
  const fits = await hashLimiter.run(() => verify(compared, password).catch(() => false))
  return fits && stored !== undefined
}
