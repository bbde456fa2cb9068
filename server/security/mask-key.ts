import { oldestKey, type SecretKeys } from '#server/base/secret-keys.ts'
import { maskKeyOf } from '#server/engines/sql.ts'
import type { SettingsRepository } from '#server/store/repositories.ts'
import { MASK_KEY } from '#server/store/stored-secrets.ts'
import { encryptSecret, openSecret } from './secret-box.ts'

/**
 * Returns the key of hashed columns. The store holds it, so that the values stay when the secret key changes. The first
 * call derives it from the oldest secret key, with which older versions hashed. If no secret key decrypts the stored one,
 * it is derived from the oldest again, and hashed values differ until the right key is set.
 */
export async function storedMaskKey(settings: SettingsRepository, keys: SecretKeys): Promise<string> {
  const derived = maskKeyOf(oldestKey(keys))
  if ((await settings.get(MASK_KEY)) === undefined) await settings.add(MASK_KEY, encryptSecret(keys, derived))
  const stored = await settings.get(MASK_KEY)
  return (stored === undefined ? undefined : openSecret(keys, stored)?.text) ?? derived
}
