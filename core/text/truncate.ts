const ellipsis = '...'

/** The label a filter or metric gets by default: whole up to 42 characters, else its first 40 and '...'. */
export function defaultLabel(text: string): string {
  const characters = Array.from(text)
  return characters.length < 43 ? text : characters.slice(0, 40).join('') + ellipsis
}

/** The first `lines` lines of a text (at least one); '...' follows when something was cut off. */
export function truncateLines(text: string, lines: number): string {
  const all = text.split(/\r\n|\r|\n/)
  const kept = Math.max(1, Math.floor(lines))
  return all.length <= kept ? text : all.slice(0, kept).join('\n') + ellipsis
}
