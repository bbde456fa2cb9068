const HEX = /^\\x(?:[0-9a-f]{2})*$/

/** Returns bytes that are printed as `\x...`: as text if they are valid UTF-8, otherwise unchanged. */
export function bytesText(written: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(written.slice(2), 'hex'))
    // A text that looks like printed bytes would be mistaken for them.
    return HEX.test(text) ? written : text
  } catch {
    return written
  }
}

/** Returns the hex digits of the bytes that `bytesText` displays as this text. */
export function hexOf(shown: string): string {
  return HEX.test(shown) ? shown.slice(2) : Buffer.from(shown).toString('hex')
}
