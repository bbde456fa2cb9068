import { isShallowText } from '#core/rest/body.ts'
import { parseJson } from '#core/rest/json.ts'

/** Returns an object as JSON text; text is unchanged. */
export function toText(value: Readonly<Record<string, unknown>> | string | null | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Parses JSON text as an object; text that is invalid, or nested too deep to be written, is unchanged. */
export function fromText(text: string | null): Record<string, unknown> | string | null {
  if (text === null) return null
  if (!isShallowText(text)) return text
  try {
    const value: unknown = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : text
  } catch {
    return text
  }
}
