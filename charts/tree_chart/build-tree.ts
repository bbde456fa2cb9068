/** The maximum number of drawn nodes. */
export const MAX_NODES = 5000
/** The maximum number of drawn levels. */
export const MAX_LEVELS = 100

/** A row with its id and the id of its parent. */
export interface Row {
  readonly id: string
  readonly parent: string | undefined
}

/**
 * A row of the tree, listed after its parent: `at` is its row index, `above` the index of its parent in this list, -1
 * for the root.
 */
export interface Branch {
  readonly at: number
  readonly above: number
}

interface BuiltTree {
  readonly branches: readonly Branch[]
  /** Why there is no tree. */
  readonly problem?: 'no-such-root' | 'circle'
}

/** Returns the children of each row, and the first row of each id. */
function childrenOf(rows: readonly Row[]): { first: Map<string, number>; below: number[][] } {
  const first = new Map<string, number>()
  for (const [at, { id }] of rows.entries()) if (!first.has(id)) first.set(id, at)
  const below: number[][] = rows.map(() => [])
  for (const [at, { id, parent }] of rows.entries()) {
    const above = parent === undefined || first.get(id) !== at ? undefined : first.get(parent)
    if (above !== undefined) below[above]?.push(at)
  }
  return { first, below }
}

/** Returns the rows reachable from a root, level by level, up to the drawing limits. Each row is visited once. */
function reachableRows(root: number, below: readonly (readonly number[])[]): Set<number> {
  const found = new Set([root])
  let level: readonly number[] = [root]
  for (let depth = 1; depth < MAX_LEVELS && level.length > 0 && found.size < MAX_NODES; depth++) {
    const next: number[] = []
    for (const child of level.flatMap((at) => below[at] ?? [])) {
      if (found.has(child) || found.size >= MAX_NODES) continue
      found.add(child)
      next.push(child)
    }
    level = next
  }
  return found
}

/** Returns rows in depth-first order. */
function inOrder(root: number, stored: ReadonlySet<number>, below: readonly (readonly number[])[]): Branch[] {
  const branches: Branch[] = []
  const seen = new Set<number>()
  const open: Branch[] = [{ at: root, above: -1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next.at)) continue
    seen.add(next.at)
    const above = branches.push(next) - 1
    for (const at of (below[next.at] ?? []).toReversed()) if (stored.has(at)) open.push({ at, above })
  }
  return branches
}

/**
 * Returns the tree below the row with this id. Without an id, the root is the parentless row with the most descendants.
 * Not recursive, because a chain of rows can exceed the stack.
 */
export function buildTree(rows: readonly Row[], rootId: string): BuiltTree {
  if (rows.length === 0) return { branches: [] }
  const { first, below } = childrenOf(rows)
  if (rootId !== '') {
    const root = first.get(rootId)
    if (root === undefined) return { branches: [], problem: 'no-such-root' }
    return { branches: inOrder(root, reachableRows(root, below), below) }
  }
  const isTop = ({ parent }: Row) => parent === undefined || !first.has(parent)
  const tops = [...first.values()].filter((at) => rows[at] && isTop(rows[at]))
  if (tops.length === 0) return { branches: [], problem: 'circle' }
  const trees = tops.map((root) => ({ root, nodes: reachableRows(root, below) }))
  const largest = trees.reduce((best, each) => (each.nodes.size > best.nodes.size ? each : best))
  return { branches: inOrder(largest.root, largest.nodes, below) }
}
