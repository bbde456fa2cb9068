/** Separates a stored format from the digits of the numbers in a result. No number pattern contains this character. */
const SEPARATOR = '\u001f'

/** Maximum number of digit texts in one format; further numbers are formatted as doubles. */
export const MAX_FORMAT_DIGITS = 1000

/**
 * Returns a number format that prints all digits of numbers that doubles would truncate: `digits` are these numbers as
 * texts. Charts draw doubles and look up the digits of the original number in the format.
 */
export function withDigits(format: string, digits: readonly string[]): string {
  return digits.length === 0 ? format : `${format}${SEPARATOR}${digits.slice(0, MAX_FORMAT_DIGITS).join(' ')}`
}

/** Returns a format without its digits, and the digits. */
export function splitDigits(format: string): { readonly plain: string; readonly digits: readonly string[] } {
  const at = format.indexOf(SEPARATOR)
  if (at < 0) return { plain: format, digits: [] }
  return { plain: format.slice(0, at), digits: format.slice(at + SEPARATOR.length).split(' ') }
}
