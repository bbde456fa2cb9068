/** Characters that a value in a filter must not contain (RFC 4515, section 3). */
const FILTER_CHARACTERS = /[\\*()\0]/g
/** Characters that a value in a distinguished name must not contain anywhere (RFC 4514, section 2.4). */
const DN_CHARACTERS = /[\\,+"<>;=]/g

/** Returns a text as a value in a filter (RFC 4515). */
export function escapeFilterValue(text: string): string {
  return text.replaceAll(FILTER_CHARACTERS, (each) => `\\${each.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Returns a text as the value of an attribute in a distinguished name (RFC 4514). */
export function escapeDnValue(text: string): string {
  return text
    .replaceAll(DN_CHARACTERS, (each) => `\\${each}`)
    .replaceAll('\0', '\\00')
    .replace(/^[ #]/, (each) => `\\${each}`)
    .replace(/(?<!^\\) $/, '\\ ')
}

/** Returns a pattern with its placeholders such as `{username}` replaced by escaped values, each in one pass. */
export function fillPattern(
  pattern: string,
  values: Readonly<Record<string, string>>,
  escape: (text: string) => string,
): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined ? whole : escape(value)
  })
}
