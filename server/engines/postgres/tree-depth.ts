/** Maximum depth of a syntax tree; an operation takes two or three levels. */
const MAX_LEVELS = 4000

/** Throws if a tree is so deep that visiting it would overflow the stack. It is not recursive itself. */
export function checkDepth(tree: object): void {
  let level: readonly object[] = [tree]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS) throw new Error('the SQL is nested too deeply')
    const next: object[] = []
    for (const node of level) {
      for (const child of Object.values(node) as unknown[]) {
        if (typeof child === 'object' && child !== null) next.push(child)
      }
    }
    level = next
  }
}
