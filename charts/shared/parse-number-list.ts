const textIn = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Parses comma-separated numbers; empty for an empty text, undefined if anything else occurs. */
export function parseNumberList(text: unknown): readonly number[] | undefined {
  const parts = textIn(text)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const numbers = parts.map(Number)
  return numbers.every(Number.isFinite) ? numbers : undefined
}

/** Parses comma-separated names, keeping their positions. */
export function namesIn(text: unknown): readonly string[] {
  const whole = textIn(text).trim()
  return whole === '' ? [] : whole.split(',').map((part) => part.trim())
}
