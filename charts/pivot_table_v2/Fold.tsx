import { type GroupCollapsing, type FoldSide, groupKey } from './collapsed-groups.ts'
import type { Label } from './runs.ts'
import type { PivotViewState } from './pivot-view-state.tsx'
import styles from './View.module.css'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'

/** A collapsible group of rows or columns, as shown at its label. */
export interface FoldGroup {
  readonly side: FoldSide
  readonly name: string
  readonly isClosed: boolean
  readonly onFold: GroupCollapsing['onFold']
}

/** Returns the group of a label; undefined if there is nothing to collapse. */
export function foldGroup(
  { table, sides, folds }: PivotViewState,
  side: FoldSide,
  label: Label,
): FoldGroup | undefined {
  const [lines, depth] = side === 'row' ? [table.rows, sides.rows.length] : [table.columns, sides.columns.length]
  if (label.level >= depth - 1 || label.levels > 1) return undefined
  const name = groupKey(lines[label.line]?.values.slice(0, label.level + 1) ?? [])
  if (!folds.foldable[side].has(name)) return undefined
  return { side, name, isClosed: folds.closed[side].has(name), onFold: folds.onFold }
}

/** The button that expands and collapses a group; on the keyboard it is the space bar. */
export function FoldButton({ group, text }: { readonly group: FoldGroup; readonly text: string }) {
  const { side, name, isClosed, onFold } = group
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles['fold']}
      aria-label={isClosed ? t('Expand %s', text) : t('Collapse %s', text)}
      onClick={(event) => {
        event.stopPropagation()
        onFold(side, name)
      }}
    >
      <Icon name={isClosed ? 'chevron-right' : 'chevron-down'} size={12} />
    </button>
  )
}
