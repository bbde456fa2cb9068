/** Parts a stored format from the digits that numbers of a result have. No number pattern has this sign. */
const SEPARATOR = '\u001f'

/** Texts of digits of one format; numbers beyond them are written as doubles. */
export const MAX_FORMAT_DIGITS = 1000

/**
 * Returns a number format that writes numbers which doubles cut with all of their digits: `digits` are these numbers as
 * texts. Pictures are made of doubles, and find in it the digits of the number that a double stands for.
 */
export function withDigits(format: string, digits: readonly string[]): string {
  return digits.length === 0 ? format : `${format}${SEPARATOR}${digits.slice(0, MAX_FORMAT_DIGITS).join(' ')}`
}

/** Returns a format without its digits, and these. */
export function splitDigits(format: string): { readonly plain: string; readonly digits: readonly string[] } {
  const at = format.indexOf(SEPARATOR)
  if (at < 0) return { plain: format, digits: [] }
  return { plain: format.slice(0, at), digits: format.slice(at + SEPARATOR.length).split(' ') }
}
