/** An object as JSON text; text stays as it is. */
export function toText(value: Readonly<Record<string, unknown>> | string | null | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
