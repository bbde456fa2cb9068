/** Maximum bcrypt rounds of an encrypted OpenSSH key: the driver spends 20 to 30 ms of the main thread on each. */
export const MAX_KEY_ROUNDS = 24

const OPENSSH_KEY = /^-----BEGIN OPENSSH PRIVATE KEY-----\r?\n([\s\S]+)\r?\n-----END OPENSSH PRIVATE KEY-----$/
const MAGIC = 'openssh-key-v1\0'

/**
 * Returns the bcrypt rounds that decrypt a private key in OpenSSH form; 0 for one without a passphrase, for a malformed
 * one, and for PEM, whose encryption has no rounds here: the driver reads no PKCS #8.
 */
export function bcryptRounds(key: string): number {
  const [, text] = OPENSSH_KEY.exec(key.trim()) ?? []
  const data = Buffer.from(text ?? '', 'base64')
  if (data.toString('latin1', 0, MAGIC.length) !== MAGIC) return 0
  const cipher = fieldAt(data, MAGIC.length)
  const kdf = cipher && fieldAt(data, cipher.end)
  const options = kdf && fieldAt(data, kdf.end)
  if (kdf?.value.toString('latin1') !== 'bcrypt' || !options) return 0
  const salt = fieldAt(options.value, 0)
  return salt && salt.end + 4 <= options.value.length ? options.value.readUInt32BE(salt.end) : 0
}

interface Field {
  readonly value: Buffer
  /** The position after the field. */
  readonly end: number
}

/** Returns the field at a position, which begins with its length; undefined if the data ends before it does. */
function fieldAt(data: Buffer, start: number): Field | undefined {
  if (start + 4 > data.length) return undefined
  const end = start + 4 + data.readUInt32BE(start)
  return end > data.length ? undefined : { value: data.subarray(start + 4, end), end }
}
