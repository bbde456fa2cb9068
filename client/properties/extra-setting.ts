import { parseJson } from '#core/rest/json.ts'

/** The object that JSON text holds; empty text holds an empty one, other text none. */
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

/** The JSON text with one setting changed, or without it; the others stay as they are. Text that is no object stays whole. */
export function withExtra(extra: string, name: string, value: string | number | undefined): string {
  const settings = readExtra(extra)
  if (!settings) return extra
  const { [name]: _, ...rest } = settings
  const next = value === undefined ? rest : { ...settings, [name]: value }
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2)
}
