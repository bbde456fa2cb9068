import { randomBytes } from 'node:crypto'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import { maskKeyOf } from '#server/engines/sql.ts'
import type { Store } from '#server/store/store.ts'
import { MASK_KEY, type StoredSecret } from '#server/store/stored-secrets.ts'
import { storedMaskKey } from './mask-key.ts'
import { encryptSecret, openSecret } from './secret-box.ts'

/** The stored secrets by the keys that decrypt them. */
interface SecretStates {
  /** The current key decrypts them. */
  readonly current: readonly StoredSecret[]
  /** Only a previous key decrypts them. */
  readonly previous: readonly StoredSecret[]
  /** No key decrypts them. */
  readonly unreadable: readonly StoredSecret[]
}

/** Returns the stored secrets by the keys that decrypt them. */
export async function secretStates(
  { storedSecrets }: Pick<Store, 'storedSecrets'>,
  keys: SecretKeys,
): Promise<SecretStates> {
  const states = { current: [] as StoredSecret[], previous: [] as StoredSecret[], unreadable: [] as StoredSecret[] }
  for (const secret of await storedSecrets.all()) {
    const opened = openSecret(keys, secret.value)
    states[opened === undefined ? 'unreadable' : opened.isCurrent ? 'current' : 'previous'].push(secret)
  }
  return states
}

/**
 * Encrypts the secrets that only a previous key decrypts with the current key, in one transaction. A secret that was
 * changed meanwhile stays as it is. With `replaceMaskKey`, a new random key of hashed columns replaces the stored one.
 * Returns the states from before and the number of replaced secrets.
 */
export async function rotateSecrets(
  store: Pick<Store, 'transaction'>,
  keys: SecretKeys,
  { replaceMaskKey = false }: { readonly replaceMaskKey?: boolean } = {},
): Promise<SecretStates & { readonly replaced: number }> {
  return store.transaction(async (tx) => {
    // Later, the previous keys from which it would be derived are no longer set.
    await storedMaskKey(tx.settings, keys)
    const states = await secretStates(tx, keys)
    let replaced = 0
    for (const secret of states.previous) {
      const text = openSecret(keys, secret.value)?.text ?? ''
      if (await tx.storedSecrets.replace(secret, encryptSecret(keys, text))) replaced++
    }
    if (replaceMaskKey) await tx.settings.set(MASK_KEY, encryptSecret(keys, maskKeyOf(randomBytes(32).toString('hex'))))
    return { ...states, replaced }
  })
}

/** Returns how many secrets each table has, such as `databases 3, sessions 1`. */
export function countsByTable(secrets: readonly StoredSecret[]): string {
  const counts = new Map<string, number>()
  for (const { table } of secrets) counts.set(table, (counts.get(table) ?? 0) + 1)
  return [...counts].map(([table, count]) => `${table} ${count}`).join(', ')
}

/** A hint for secrets of a table whose key is lost. */
const REMEDIES: Readonly<Record<string, string>> = {
  databases: 'set the passwords of the databases again',
  second_factors: 'reset the second factors of the users',
  sessions: 'end the sessions',
  settings: 'run npm run facet -- secret rotate --replace-mask-key, which changes the values of hashed columns',
}

/** Returns a sentence that names the rows of unreadable secrets, and the remedies. Ids of sessions are shortened. */
export function unreadableSecrets(secrets: readonly StoredSecret[]): string {
  const rows = secrets.map(({ table, id }) => `${table} ${String(id).slice(0, 12)}`).join(', ')
  const remedies = [...new Set(secrets.map(({ table }) => REMEDIES[table] ?? ''))].join('; ')
  return `No secret key decrypts ${rows}. Add their key to FACET_SECRET_KEY_PREVIOUS; if it is lost, ${remedies}.`
}
