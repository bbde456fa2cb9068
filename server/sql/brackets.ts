import { inertSpans } from '#core/sql/scan.ts'

/** What about a clause keeps it from standing within our parentheses. */
export type BracketFault = 'unclosed' | 'unopened' | 'many'

/** Why a clause is not one expression, where its brackets and semicolons show it. */
export function bracketFault(clause: string): BracketFault | undefined {
  const bare = withoutInert(clause)
  if (/;\s*\S/.test(bare)) return 'many'
  let depth = 0
  for (const sign of bare) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth < 0) return 'unopened'
  }
  return depth > 0 ? 'unclosed' : undefined
}

/** How deep brackets of any kind are nested. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const sign of withoutInert(text)) {
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** A text without quoted texts and names and without comments, in which signs mean nothing. */
function withoutInert(text: string): string {
  const kept: string[] = []
  let from = 0
  for (const { start, end } of inertSpans(text)) {
    kept.push(text.slice(from, start), ' ')
    from = end
  }
  kept.push(text.slice(from))
  return kept.join('')
}
