/** The escape character of LIKE patterns on every engine. */
export const LIKE_ESCAPE = '\\'

/** Returns the LIKE pattern of the texts that contain a text; its `%`, `_` and backslashes are escaped. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `${LIKE_ESCAPE}${character}`)}%`
}

/** Returns the pattern with a single trailing backslash doubled: engines reject a pattern that ends with an escape. */
export function closedPattern(pattern: string): string {
  const [trailing = ''] = /\\*$/.exec(pattern) ?? []
  return trailing.length % 2 === 1 ? `${pattern}${LIKE_ESCAPE}` : pattern
}
