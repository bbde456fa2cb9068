import { parseJson } from '#core/rest/json.ts'

/** Parses a JSON object; empty text is an empty object, invalid text is undefined. */
export function readExtra(extra: string): Readonly<Record<string, unknown>> | undefined {
  if (extra.trim() === '') return {}
  try {
    const value: unknown = parseJson(extra)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the JSON text with one setting changed or removed; the others stay. Text that is not an object stays
 * unchanged.
 */
export function withExtra(extra: string, name: string, value: string | number | undefined): string {
  const settings = readExtra(extra)
  if (!settings) return extra
  const { [name]: _, ...rest } = settings
  const next = value === undefined ? rest : { ...settings, [name]: value }
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2)
}
