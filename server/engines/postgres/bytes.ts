const HEX = /^\\x(?:[0-9a-f]{2})*$/

/** Bytes that PostgreSQL writes as `\x...`: as text where they are text in UTF-8, else as they are written. */
export function bytesText(written: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(written.slice(2), 'hex'))
    // A text that looks like bytes would be taken for them.
    return HEX.test(text) ? written : text
  } catch {
    return written
  }
}

/** The digits of the bytes that `bytesText` shows so. */
export function hexOf(shown: string): string {
  return HEX.test(shown) ? shown.slice(2) : Buffer.from(shown).toString('hex')
}
