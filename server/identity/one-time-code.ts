import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds for which a code is valid, and its digits: the values that every authenticator app supports. */
const STEP_S = 30
const DIGITS = 6
/** Bytes of a secret: the length of the hash (RFC 4226, section 4). */
export const SECRET_BYTES = 20
/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
const TOLERANCE = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns bytes in base32 without padding (RFC 4648), as authenticator apps expect a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((part) => ALPHABET[Number.parseInt(part.padEnd(5, '0'), 2)]).join('')
}

/** Returns the code of a time step (RFC 6238 with SHA-1). */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const value = (hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS
  return String(value).padStart(DIGITS, '0')
}

/** Returns the time step of a moment; epoch milliseconds. */
export function stepAt(now: number): number {
  return Math.floor(now / 1000 / STEP_S)
}

/** Returns the time step whose code was typed; undefined if it is none of the accepted ones. */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  const typed = Buffer.from(code)
  const current = stepAt(now)
  let found: number | undefined
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step++) {
    const expected = Buffer.from(codeOfStep(secret, step))
    if (expected.length === typed.length && timingSafeEqual(expected, typed)) found = step
  }
  return found
}

/** Returns the URI of a secret that authenticator apps read from a QR code. */
export function keyUri(secret: string, username: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
