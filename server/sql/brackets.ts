import { literalAndCommentSpans } from '#core/sql/scan.ts'

/** Why a clause cannot be placed within parentheses. */
export type BracketError = 'unclosed' | 'unopened' | 'many'

/**
 * Returns why a clause is not one expression, as far as its brackets and semicolons show; undefined if they are valid.
 */
export function bracketError(clause: string): BracketError | undefined {
  const bare = withoutLiteralsAndComments(clause)
  if (/;\s*\S/.test(bare)) return 'many'
  let depth = 0
  for (const sign of bare) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth < 0) return 'unopened'
  }
  return depth > 0 ? 'unclosed' : undefined
}

/** Returns the nesting depth of brackets of any type. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const sign of withoutLiteralsAndComments(text)) {
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Returns a text without quoted strings, quoted names and comments, in which brackets have no meaning. */
function withoutLiteralsAndComments(text: string): string {
  const retained: string[] = []
  let from = 0
  for (const { start, end } of literalAndCommentSpans(text)) {
    retained.push(text.slice(from, start), ' ')
    from = end
  }
  retained.push(text.slice(from))
  return retained.join('')
}
