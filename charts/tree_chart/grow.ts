/** More nodes than this are not drawn. */
export const MAX_NODES = 5000
/** Nor is what stands deeper than this. */
export const MAX_LEVELS = 100

/** A row: what it is known by, and by what the node above it is. */
export interface Row {
  readonly id: string
  readonly parent: string | undefined
}

/** Rows of one tree, each after the one above it: `at` is its row, `above` its parent in this list, -1 for the root. */
export interface Branch {
  readonly at: number
  readonly above: number
}

interface Grown {
  readonly branches: readonly Branch[]
  /** Why there is no tree. */
  readonly problem?: 'no-such-root' | 'circle'
}

/** Below each row its rows, the first of each id. */
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

/** What is reached from a row level by level, as far as trees are drawn. Nothing is reached twice. */
function reached(root: number, below: readonly (readonly number[])[]): Set<number> {
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

/** Rows in the order of the tree: each node, then all below it. */
function inOrder(root: number, kept: ReadonlySet<number>, below: readonly (readonly number[])[]): Branch[] {
  const branches: Branch[] = []
  const seen = new Set<number>()
  const open: Branch[] = [{ at: root, above: -1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next.at)) continue
    seen.add(next.at)
    const above = branches.push(next) - 1
    for (const at of (below[next.at] ?? []).toReversed()) if (kept.has(at)) open.push({ at, above })
  }
  return branches
}

/**
 * The tree below the row of this id; without one, of the rows that stand below no other the one with most rows below.
 * Without recursion: rows may follow each other longer than any stack is deep.
 */
export function grow(rows: readonly Row[], rootId: string): Grown {
  if (rows.length === 0) return { branches: [] }
  const { first, below } = childrenOf(rows)
  if (rootId !== '') {
    const root = first.get(rootId)
    if (root === undefined) return { branches: [], problem: 'no-such-root' }
    return { branches: inOrder(root, reached(root, below), below) }
  }
  const isTop = ({ parent }: Row) => parent === undefined || !first.has(parent)
  const tops = [...first.values()].filter((at) => rows[at] && isTop(rows[at]))
  if (tops.length === 0) return { branches: [], problem: 'circle' }
  const trees = tops.map((root) => ({ root, kept: reached(root, below) }))
  const largest = trees.reduce((best, each) => (each.kept.size > best.kept.size ? each : best))
  return { branches: inOrder(largest.root, largest.kept, below) }
}
