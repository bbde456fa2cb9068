/** Loaded when the first password is hashed or checked: most starts need none. */
const argon2 = () => import('@node-rs/argon2')

/** Memory in KiB, passes, lanes: the second choice of OWASP's sheet for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Compared with when the user is unknown, so that the answer takes the same time. */
let decoy: Promise<string> | undefined

/** The hash that is stored for a password. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return hash(password, cost)
}

/** Whether this is the password behind the hash; takes as long when there is no hash. */
export async function checkPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { verify } = await argon2()
  decoy ??= hashPassword('a password nobody has')
  const fits = await verify(stored ?? (await decoy), password).catch(() => false)
  return fits && stored !== undefined
}
