import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** The secret kept in a file that only its owner may read; made by `create` when there is none. */
export function secretFile(path: string, create: () => string): string {
  const kept = read(path)
  if (kept) return kept
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${create()}\n`, { mode: 0o600 })
  try {
    // A link is whole or absent: a start that is killed here leaves no half secret, and of two starts one wins.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return read(path)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** 42 random bytes as text. */
export function newSecret(): string {
  return randomBytes(42).toString('base64url')
}

/** A password a person can type: five groups of four letters and digits that cannot be taken for each other. */
export function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const picked = Array.from(randomBytes(64))
    .filter((byte) => byte < 248)
    .slice(0, 20)
    .map((byte) => letters[byte % letters.length])
  return [0, 4, 8, 12, 16].map((at) => picked.slice(at, at + 4).join('')).join('-')
}
