import { createHmac } from 'node:crypto'
import * as z from 'zod'

/** Keys from examples and manuals. An attacker who knows the key can forge a session. */
const KNOWN_KEYS = [
  'changeme',
  'secret',
  'thisismysecretkey',
  'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET',
  'CHANGE_ME_SECRET_KEY',
  'YOUR_OWN_RANDOM_GENERATED_SECRET_KEY',
  'TEST_NON_DEV_SECRET',
  'thisISaSECRET_1234',
  '\x02\x01thisismyscretkey\x01\x02\\e\\y\\y\\h',
]

/** The schema of a key. */
export const secretSetting = z
  .string()
  .min(16, { error: 'must have at least 16 characters' })
  .refine((text) => !KNOWN_KEYS.includes(text.trim()), { error: 'is a key from an example; generate your own' })

/** Keys separated by commas, or as a JSON list, because a key may contain a comma. Messages never repeat a key. */
export const previousSecretsSetting = z
  .string()
  .transform((text) => (text.trim().startsWith('[') ? jsonList(text) : text.split(',').map((key) => key.trim())))
  .refine((keys) => keys.length > 0 && keys.every((key) => secretSetting.safeParse(key).success), {
    error: 'must be keys of at least 16 characters that are not from an example, separated by commas or as a JSON list',
  })

function jsonList(text: string): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(text))
  } catch {
    return []
  }
}

/**
 * The secret key, or a list of keys that begins with it. The first key signs and encrypts; each key verifies and
 * decrypts.
 */
export type SecretKeys = string | readonly [string, ...string[]]

/** Returns the key that signs and encrypts. */
export function currentKey(keys: SecretKeys): string {
  return typeof keys === 'string' ? keys : keys[0]
}

/** Returns all keys, the current one first. */
export function everyKey(keys: SecretKeys): readonly [string, ...string[]] {
  return typeof keys === 'string' ? [keys] : keys
}

/** Returns the oldest key: previous keys are listed from the newest to the oldest. */
export function oldestKey(keys: SecretKeys): string {
  return everyKey(keys).at(-1) ?? currentKey(keys)
}

/** Returns the keys without duplicates, as one key if there are no previous ones. */
export function secretKeysOf(current: string, previous: readonly string[]): SecretKeys {
  const others = [...new Set(previous)].filter((key) => key !== current)
  return others.length === 0 ? current : [current, ...others]
}

/** Returns the HMAC of a text (SHA-256, base64url) with each key, the current one first. */
export function hmacsOf(keys: SecretKeys, text: string): readonly [string, ...string[]] {
  const hmac = (key: string) => createHmac('sha256', key).update(text).digest('base64url')
  const [current, ...previous] = everyKey(keys)
  return [hmac(current), ...previous.map(hmac)]
}
