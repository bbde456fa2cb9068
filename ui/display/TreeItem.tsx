import { classNames } from '#ui/tokens/class-names.ts'
import { Icon } from '#ui/base/Icon.tsx'
import styles from './Tree.module.css'
import type { CheckState, TreeRow } from './tree-node.ts'

export interface TreeItemProps {
  readonly id: string
  readonly row: TreeRow
  readonly isOpen: boolean
  readonly isTabStop: boolean
  readonly isSelected: boolean
  readonly check: CheckState | undefined
  readonly isDisabled: boolean
  readonly onToggle: () => void
  readonly onAct: () => void
  readonly onFocus: () => void
}

const ariaChecked = { on: true, off: false, mixed: 'mixed' } as const

export function TreeItem(props: TreeItemProps) {
  const { id, row, isOpen, check, isSelected, isDisabled, onToggle, onAct } = props
  const { node, level } = row
  const isParent = (node.children?.length ?? 0) > 0
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles keys
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={isParent ? isOpen : undefined}
      aria-checked={check && ariaChecked[check]}
      aria-selected={check === undefined ? isSelected : undefined}
      aria-disabled={isDisabled || undefined}
      tabIndex={props.isTabStop ? 0 : -1}
      className={classNames(styles.item, isSelected && styles.selected, isDisabled && styles.disabled)}
      style={{ paddingLeft: 4 + (level - 1) * 20 }}
      onFocus={props.onFocus}
      onClick={onAct}
    >
      <span
        className={styles.toggle}
        aria-hidden="true"
        onClick={(event) => {
          if (!isParent) return
          event.stopPropagation()
          onToggle()
        }}
      >
        {isParent && <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />}
      </span>
      {check !== undefined && (
        <span className={classNames(styles.box, check !== 'off' && styles.on)} aria-hidden="true">
          {check === 'on' && <Icon name="check" size={12} />}
          {check === 'mixed' && <Icon name="minus" size={12} />}
        </span>
      )}
      {node.icon && <Icon name={node.icon} tone="neutral" />}
      <span className={styles.label}>{node.label}</span>
      {node.detail !== undefined && <span className={styles.detail}>{node.detail}</span>}
    </div>
  )
}
