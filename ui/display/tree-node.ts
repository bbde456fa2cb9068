import type { IconName } from '#ui/base/icon-paths.ts'

export interface TreeNode {
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  readonly detail?: string | undefined
  readonly children?: readonly TreeNode[] | undefined
  readonly isDisabled?: boolean | undefined
}

/** A node to render: `level` from 1, `position` from 1 among `size` siblings. */
export interface TreeRow {
  readonly node: TreeNode
  readonly level: number
  readonly position: number
  readonly size: number
  readonly parent: string | undefined
}

export type CheckState = 'on' | 'off' | 'mixed'

const isLeaf = (node: TreeNode) => node.children === undefined || node.children.length === 0

/** Returns the visible nodes from top to bottom: those whose ancestors are all in `expanded`. */
export function visibleNodes(
  nodes: readonly TreeNode[],
  expanded: ReadonlySet<string>,
  level = 1,
  parent?: string,
): readonly TreeRow[] {
  return nodes.flatMap((node, index) => [
    { node, level, position: index + 1, size: nodes.length, parent },
    ...(expanded.has(node.id) ? visibleNodes(node.children ?? [], expanded, level + 1, node.id) : []),
  ])
}

/** Returns the ids of the leaves below a node, or its own id if it is a leaf. */
export function leavesOf(node: TreeNode): readonly string[] {
  return isLeaf(node) ? [node.id] : (node.children ?? []).flatMap(leavesOf)
}

/** Returns whether all, none or some of the leaves below a node are in `checked`. */
export function checkState(node: TreeNode, checked: ReadonlySet<string>): CheckState {
  const leaves = leavesOf(node)
  const count = leaves.filter((id) => checked.has(id)).length
  return count === 0 ? 'off' : count === leaves.length ? 'on' : 'mixed'
}

/** Returns the checked leaves after a click on a node: all below it, or none if all were checked. */
export function toggledLeaves(node: TreeNode, checked: ReadonlySet<string>): Set<string> {
  const next = new Set(checked)
  const isOn = checkState(node, checked) === 'on'
  for (const id of leavesOf(node)) {
    if (isOn) next.delete(id)
    else next.add(id)
  }
  return next
}
