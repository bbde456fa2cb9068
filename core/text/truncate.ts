const ellipsis = '...'

/** Returns the default label of a filter or metric: complete up to 42 characters, otherwise the first 40 and '...'. */
export function defaultLabel(text: string): string {
  const characters = Array.from(text)
  return characters.length < 43 ? text : characters.slice(0, 40).join('') + ellipsis
}

/** Returns the first `lines` lines of a text (at least one), followed by '...' if it was truncated. */
export function truncateLines(text: string, lines: number): string {
  const all = text.split(/\r\n|\r|\n/)
  const remaining = Math.max(1, Math.floor(lines))
  return all.length <= remaining ? text : all.slice(0, remaining).join('\n') + ellipsis
}
