import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { type GroupCollapsing, groupKey } from './collapsed-groups.ts'
import { cellSelection, labelSelection } from './selection.ts'
import { labelAt, positionAfterKey, type CellPosition, type LabelRuns } from './cell-position.ts'
import type { PivotProps } from './props.ts'
import type { ChartViewProps, SelectedMark, SelectionMode } from '#charts/chart.ts'
import { selectionModeOf } from '#charts/shared/selection/selection-mode.ts'
import { menuPoint } from '#ui/base/menu-point.ts'

/** Returns the selection of a position. */
function selectionAt(position: CellPosition, props: PivotProps, sides: LabelRuns): SelectedMark | undefined {
  const { rows, columns, rowLevels, columnLevels } = props
  const label = labelAt(position, props, sides)
  if (label?.side === 'row') return labelSelection(rows[label.start], label.level, rowLevels)
  if (label) return labelSelection(columns[label.start], label.level, columnLevels)
  return cellSelection([
    [rows[position.row], rowLevels],
    [columns[position.column], columnLevels],
  ])
}

/** Returns the element id of a position. */
function idAt(id: string, position: CellPosition, props: PivotProps, sides: LabelRuns): string {
  const label = labelAt(position, props, sides)
  return label ? `${id}-${label.side}-${label.level}-${label.start}` : `${id}-${position.row}-${position.column}`
}

export type CellMouseHandler = (position: CellPosition, event: MouseEvent) => void

interface FocusOptions {
  readonly id: string
  readonly sides: LabelRuns
  readonly onSelect: ChartViewProps['onSelect']
  readonly onMenu: ChartViewProps['onMenu']
  readonly folds: GroupCollapsing
  /** The number of rows visible at once. */
  readonly page: number
  readonly onMove: (position: CellPosition) => void
}

/** Manages the focus position of a pivot table and handles its key and pointer events. */
export function useFocusPosition(
  props: PivotProps,
  { id, sides, page, onMove, onSelect, onMenu, folds }: FocusOptions,
) {
  const { rows, columns } = props
  const [position, setPosition] = useState<CellPosition>({ row: 0, column: 0 })
  const [isFocused, setFocused] = useState(false)
  const at = { row: Math.min(position.row, rows.length - 1), column: Math.min(position.column, columns.length - 1) }
  const act = (where: CellPosition, mode: SelectionMode) => {
    const own = onSelect && selectionAt(where, props, sides)
    if (own) onSelect(own, mode)
  }
  /** Toggles the group at the focus; returns whether there was one. */
  const fold = (): boolean => {
    const label = labelAt(at, props, sides)
    if (!label || label.isName) return false
    const [lines, depth] = label.side === 'row' ? [rows, sides.rows.length] : [columns, sides.columns.length]
    const group = groupKey(lines[label.start]?.values.slice(0, label.level + 1) ?? [])
    if (label.level >= depth - 1 || !folds.foldable[label.side].has(group)) return false
    folds.onFold(label.side, group)
    // The first line of a group stays visible when the group is collapsed.
    setPosition({ ...at, [label.side]: label.start })
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isAct = event.key === 'Enter' || event.key === ' '
    const key = { key: event.key, isFar: event.ctrlKey || event.metaKey }
    const next = isAct ? at : positionAfterKey(key, at, props, { sides, page })
    if (!next) return
    event.preventDefault()
    if (event.key === ' ' && fold()) return
    if (isAct) return act(at, selectionModeOf(event))
    setPosition(next)
    onMove(next)
  }
  const onPress = (where: CellPosition, event: MouseEvent) => {
    const mode = selectionModeOf(event)
    // A user who selects text to copy it does not select marks. Shift, which adds to the selection, also selects text
    // between two clicks.
    if (mode === 'one' && window.getSelection()?.isCollapsed === false) return
    setPosition(where)
    act(where, mode)
  }
  const openMenu = (where: CellPosition, event: MouseEvent, focused: Element | null) => {
    const own = onMenu && selectionAt(where, props, sides)
    if (!own) return
    event.preventDefault()
    setPosition(where)
    onMenu(own, menuPoint(event, focused))
  }
  /** The menu key opens the context menu of the focused cell. */
  const onContextMenu = (event: MouseEvent) => {
    if (event.target === event.currentTarget) openMenu(at, event, document.getElementById(idAt(id, at, props, sides)))
  }
  return {
    active: isFocused ? idAt(id, at, props, sides) : undefined,
    onPress,
    onMenu: (where: CellPosition, event: MouseEvent) => openMenu(where, event, null),
    onContextMenu,
    onKeyDown,
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
