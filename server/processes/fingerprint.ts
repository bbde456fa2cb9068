/** Text literals, numbers, comments, and names given by AS: what may differ between two statements of one shape. */
const TOKENS =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<alias>\bAS\s+(?:"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$]|\s*\())|(?<name>"(?:[^"]|"")*")|(?<text>'(?:[^']|'')*')|(?<placeholder>\$\d+)|(?<number>\b\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?\b|\.\d+)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<space>\s+)/giu

/**
 * The shape of a statement: the same for all that differ in literals, comments, spaces, labels, or the case of words
 * alone. Not for reading.
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
