import { createHmac } from 'node:crypto'

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
