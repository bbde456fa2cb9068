/**
 * Returns the number of a JSON value; NaN for an object or a list. Converting those to text would fail if they have a
 * key `toString`.
 */
export function numberOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Number.NaN : Number(value)
}

/** Returns the text of a JSON value; for an object or a list, its JSON. */
export function plainText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
