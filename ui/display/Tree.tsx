import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import styles from './Tree.module.css'
import { TreeItem } from './TreeItem.tsx'
import { checkState, visibleNodes, type TreeNode, type TreeRow, toggledLeaves } from './tree-node.ts'

export interface TreeProps {
  readonly label: string
  readonly nodes: readonly TreeNode[]
  readonly expanded: ReadonlySet<string>
  readonly onExpand: (expanded: Set<string>) => void
  /** Ids of leaves; parents are derived. */
  readonly checked?: ReadonlySet<string> | undefined
  readonly onCheck?: ((checked: Set<string>) => void) | undefined
  readonly selected?: string | undefined
  readonly onSelect?: ((id: string) => void) | undefined
  readonly isDisabled?: boolean | undefined
}

interface TreeActions {
  readonly focus: (row: TreeRow | undefined) => void
  readonly expand: (id: string, isOpen: boolean) => void
  readonly act: (node: TreeNode) => void
}

function keysOf(
  rows: readonly TreeRow[],
  at: number,
  expanded: ReadonlySet<string>,
  { focus, expand, act }: TreeActions,
) {
  return (event: KeyboardEvent) => {
    const row = rows[at]
    if (row === undefined) return
    const { node } = row
    const isOpen = expanded.has(node.id)
    const isParent = (node.children?.length ?? 0) > 0
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (isParent && !isOpen ? expand(node.id, true) : isParent && focus(rows[at + 1])),
      ArrowLeft: () =>
        isParent && isOpen ? expand(node.id, false) : focus(rows.find((each) => each.node.id === row.parent)),
      Enter: () => act(node),
      ' ': () => act(node),
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
}

export function Tree(props: TreeProps) {
  const { label, nodes, expanded, onExpand, checked, onCheck, selected, onSelect, isDisabled } = props
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<string | undefined>(undefined)
  const rows = useMemo(() => visibleNodes(nodes, expanded), [nodes, expanded])
  const at = Math.max(
    0,
    rows.findIndex((row) => row.node.id === (activeId ?? selected)),
  )

  const focus = (row: TreeRow | undefined) => {
    if (row === undefined) return
    setActiveId(row.node.id)
    list.current?.querySelector<HTMLElement>(`[id="${base}${CSS.escape(row.node.id)}"]`)?.focus()
  }
  const expand = (id: string, isOpen: boolean) => {
    const next = new Set(expanded)
    if (isOpen) next.add(id)
    else next.delete(id)
    onExpand(next)
  }
  const act = (node: TreeNode) => {
    if (isDisabled || node.isDisabled) return
    if (onCheck && checked) onCheck(toggledLeaves(node, checked))
    else onSelect?.(node.id)
  }
  const onKeyDown = keysOf(rows, at, expanded, { focus, expand, act })
  return (
    <div
      ref={list}
      role="tree"
      aria-label={label}
      aria-multiselectable={onCheck ? true : undefined}
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      {rows.map((row, index) => (
        <TreeItem
          key={row.node.id}
          id={`${base}${row.node.id}`}
          row={row}
          isOpen={expanded.has(row.node.id)}
          isTabStop={index === at}
          isSelected={row.node.id === selected}
          check={onCheck && checked ? checkState(row.node, checked) : undefined}
          isDisabled={isDisabled === true || row.node.isDisabled === true}
          onToggle={() => expand(row.node.id, !expanded.has(row.node.id))}
          onAct={() => act(row.node)}
          onFocus={() => setActiveId(row.node.id)}
        />
      ))}
    </div>
  )
}
