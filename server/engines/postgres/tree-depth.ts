/** The deepest that a tree of the grammar may be; an operation is two or three of its levels. */
const MAX_LEVELS = 4000

/** Fails where a tree is so deep that walking it would take more stack than there is. Takes no stack itself. */
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
