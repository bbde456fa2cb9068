import { literalAndCommentSpans } from '#core/sql/scan.ts'

/** A word, quoted name or symbol of SQL, with its offsets. Strings and comments are not tokens. */
export interface SqlToken {
  /** A name without its quotes; a symbol or word as written. */
  readonly text: string
  readonly type: 'word' | 'quoted' | 'sign'
  readonly from: number
  readonly to: number
}

const PIECE = /"(?:[^"]|"")*"?|`[^`]*`?|[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*|[^\s]/gu

/** Returns the tokens of an SQL text, in order. */
export function sqlTokens(text: string): readonly SqlToken[] {
  const tokens: SqlToken[] = []
  const inert = literalAndCommentSpans(text).filter(({ start }) => text[start] !== '"')
  let next = 0
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    while (next < inert.length && (inert[next]?.end ?? 0) <= index) next++
    if ((inert[next]?.start ?? Infinity) <= index) continue
    const isQuoted = piece.startsWith('"') || piece.startsWith('`')
    tokens.push({
      text: isQuoted ? piece.slice(1).replace(/["`]$/, '').replaceAll('""', '"') : piece,
      type: isQuoted ? 'quoted' : /^[\p{L}_]/u.test(piece) ? 'word' : 'sign',
      from: index,
      to: index + piece.length,
    })
  }
  return tokens
}
