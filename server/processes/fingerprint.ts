/** String literals, numbers, comments, and aliases given by AS: statements of one shape may differ in these. */
const TOKENS =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<alias>\bAS\s+(?:"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$]|\s*\())|(?<name>"(?:[^"]|"")*")|(?<text>'(?:[^']|'')*')|(?<placeholder>\$\d+)|(?<number>\b\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?\b|\.\d+)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<space>\s+)/giu

/**
 * Returns the shape of a statement: equal for statements that differ only in literals, comments, spaces, aliases, or
 * the case of words. Not for display.
 */
export function fingerprint(text: string): string {
  return text.replaceAll(TOKENS, (token, ...rest) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>
    if (groups['name'] !== undefined) return token
    if (groups['word'] !== undefined) return `${token.toLowerCase()} `
    if (groups['text'] !== undefined || groups['number'] !== undefined || groups['placeholder'] !== undefined)
      return '?'
    return ''
  })
}
