import type { CodeRange } from '#ui/input/code/pane.ts'

/** The maximum number of matches. */
export const MAX_MATCHES = 10_000

/** Returns the ranges of all occurrences of a phrase, in order, without overlaps. */
export function findMatches(text: string, phrase: string, isCaseSensitive: boolean): readonly CodeRange[] {
  if (phrase === '') return []
  const source = phrase.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const matches: CodeRange[] = []
  for (const { 0: found, index } of text.matchAll(new RegExp(source, isCaseSensitive ? 'gu' : 'giu'))) {
    matches.push({ from: index, to: index + found.length })
    if (matches.length === MAX_MATCHES) break
  }
  return matches
}

/** Returns the index of the first match at or after an offset, else of the first match; -1 without matches. */
export function matchFrom(matches: readonly CodeRange[], offset: number): number {
  if (matches.length === 0) return -1
  const at = matches.findIndex(({ from }) => from >= offset)
  return at < 0 ? 0 : at
}
