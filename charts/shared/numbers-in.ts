/** The numbers in a text with commas; none of an empty one, undefined where something else stands there. */
export function numbersIn(text: unknown): readonly number[] | undefined {
  const parts = String(text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const numbers = parts.map(Number)
  return numbers.every(Number.isFinite) ? numbers : undefined
}

/** The names in a text with commas, in their places. */
export function namesIn(text: unknown): readonly string[] {
  const whole = String(text ?? '').trim()
  return whole === '' ? [] : whole.split(',').map((part) => part.trim())
}
