/**
 * The number that a JSON value is read as. Of an object or a list there is none: making it a text first fails where it
 * has a key `toString`.
 */
export function numberOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Number.NaN : Number(value)
}

/** The text that a JSON value is read as: an object or a list as its JSON. */
export function plainText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
