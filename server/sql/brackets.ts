/** What about a clause keeps it from standing within our parentheses. */
export type BracketFault = 'unclosed' | 'unopened' | 'many'

/** Quoted texts and names, dollar-quoted texts and remarks, in which signs mean nothing. */
const INERT = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g

/** Why a clause is not one expression, where its brackets and semicolons show it. */
export function bracketFault(clause: string): BracketFault | undefined {
  const bare = clause.replace(INERT, ' ')
  if (/;\s*\S/.test(bare)) return 'many'
  let depth = 0
  for (const sign of bare) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth < 0) return 'unopened'
  }
  return depth > 0 ? 'unclosed' : undefined
}
