import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Returns the secret stored in a file that only its owner may read; calls `create` if there is none. */
export function secretFile(path: string, create: () => string): string {
  const stored = readSecret(path)
  if (stored) return stored
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${create()}\n`, { mode: 0o600 })
  try {
    // A link is created atomically: a start killed here leaves no partial secret, and only one of two starts succeeds.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readSecret(path)
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Returns 42 random bytes as text. */
export function newSecret(): string {
  return randomBytes(42).toString('base64url')
}

/** Returns a password that is easy to type: five groups of four unambiguous letters and digits. */
export function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const picked = Array.from(randomBytes(64))
    .filter((byte) => byte < 248)
    .slice(0, 20)
    .map((byte) => letters[byte % letters.length])
  return [0, 4, 8, 12, 16].map((at) => picked.slice(at, at + 4).join('')).join('-')
}
