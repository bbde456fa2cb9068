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

const BEGINS = /'|"|--|\/\*|\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/gu

/** A text without quoted texts and names and without remarks, in which signs mean nothing. Takes time as it is long. */
function withoutInert(text: string): string {
  const kept: string[] = []
  let from = 0
  BEGINS.lastIndex = 0
  for (let found = BEGINS.exec(text); found; found = BEGINS.exec(text)) {
    const { index } = found
    const [begin] = found
    // Names may hold dollar signs.
    if (begin.startsWith('$') && /[\p{L}\p{N}_$]$/u.test(text.slice(Math.max(0, index - 2), index))) continue
    const end = endOf(text, index, begin)
    kept.push(text.slice(from, index), ' ')
    from = end
    BEGINS.lastIndex = end
  }
  kept.push(text.slice(from))
  return kept.join('')
}

/** Where what begins at `at` has ended; the end of the text where it does not. */
function endOf(text: string, at: number, begin: string): number {
  const inner = at + begin.length
  if (begin === '--') return after(text, '\n', inner)
  if (begin === '/*') return afterRemark(text, inner)
  if (begin.startsWith('$')) return after(text, begin, inner)
  const escapes = begin === "'" && /(^|[^\p{L}\p{N}_])e$/iu.test(text.slice(Math.max(0, at - 3), at))
  for (let next = inner; next < text.length; next++) {
    if (escapes && text[next] === '\\') next += 1
    else if (text[next] === begin && text[next + 1] === begin) next += 1
    else if (text[next] === begin) return next + 1
  }
  return text.length
}

function after(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found < 0 ? text.length : found + sign.length
}

/** Remarks stand within remarks. */
function afterRemark(text: string, from: number): number {
  const signs = /\/\*|\*\//g
  signs.lastIndex = from
  let depth = 1
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return signs.lastIndex
  }
  return text.length
}
