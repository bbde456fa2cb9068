import { type KeyboardEvent, useState } from 'react'
import { announce } from '#ui/base/announce.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { copyText } from './clipboard.ts'
import { type GridCell, type GridRange, movedCell, rangeOf, toTabText } from './grid-cell.ts'
import type { GridColumn, GridSort } from './grid-column.ts'
import type { HeaderInput } from './header-input.ts'
import { useStableCallback } from './stable-callback.ts'

export interface GridKeysProps {
  readonly rowCount: number
  readonly columns: readonly GridColumn[]
  readonly text: (row: number, column: number) => string
  readonly sort?: GridSort | undefined
  readonly onSort?: ((sort: GridSort) => void) | undefined
  readonly onCell?: ((row: number, column: number, held: GridModifierKeys) => void) | undefined
  readonly isSelectable?: boolean | undefined
  readonly onCopied?: ((rows: number) => void) | undefined
  readonly headerInput?: HeaderInput | undefined
}

/** The modifier keys of a click on a cell. */
export type GridModifierKeys = Readonly<Record<'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey', boolean>>

interface Surroundings {
  /** Returns the number of visible rows. */
  readonly page: () => number
  readonly onMove: (cell: GridCell) => void
  /** Handles a key press on a header; returns the new active column, or undefined if the key was not handled. */
  readonly onHeadKey?: ((event: KeyboardEvent, column: number) => number | undefined) | undefined
}

/** Sorting and copying, both with announcements. */
function useGridActions({ columns, sort, onSort, text, onCopied }: GridKeysProps) {
  const texts = useTexts()
  const sortBy = useStableCallback((column: number) => {
    const target = columns[column]
    if (target?.isSortable !== true || onSort === undefined) return
    const isDescending = sort?.column === column ? !sort.isDescending : target.align === 'end'
    onSort({ column, isDescending })
    announce((isDescending ? texts.sortedDescending : texts.sortedAscending)(target.title))
  })
  const copy = (block: GridRange) => {
    void copyText(toTabText(block, text)).then(() => {
      announce(texts.copied)
      onCopied?.(block.bottom - block.top + 1)
    })
  }
  return { sortBy, copy }
}

/** Manages the active cell and the selected block, and handles their keys. */
export function useGridKeys(props: GridKeysProps, around: Surroundings) {
  const { rowCount, columns, isSelectable } = props
  const { sortBy, copy } = useGridActions(props)
  const [isFocused, setFocused] = useState(false)
  const [cell, setCell] = useState<GridCell>({ row: 0, column: 0 })
  const [anchor, setAnchor] = useState<GridCell | undefined>(undefined)
  const row = Math.min(cell.row, rowCount - 1)
  const active: GridCell = { row, column: Math.min(cell.column, columns.length - 1) }
  const range = anchor === undefined ? undefined : rangeOf(anchor, active)

  const go = (next: GridCell, isExtending: boolean) => {
    if (!isExtending || !isSelectable) setAnchor(undefined)
    else if (anchor === undefined) setAnchor(active)
    setCell(next)
    around.onMove(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isFar = event.ctrlKey || event.metaKey
    if (isFar && event.key === 'c') {
      if (window.getSelection()?.isCollapsed !== false) copy(range ?? rangeOf(active, active))
      return
    }
    if (isFar && event.key === 'a' && isSelectable) {
      event.preventDefault()
      setAnchor({ row: 0, column: 0 })
      setCell({ row: rowCount - 1, column: columns.length - 1 })
      return
    }
    if (event.key === 'Enter' || event.key === ' ') {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      if (active.row === -1) sortBy(active.column)
      else props.onCell?.(active.row, active.column, event)
      return
    }
    const headed = active.row === -1 ? around.onHeadKey?.(event, active.column) : undefined
    const extent = { rows: rowCount, columns: columns.length, page: around.page() }
    const next = headed === undefined ? movedCell(event.key, isFar, active, extent) : { row: -1, column: headed }
    if (next === undefined) return
    event.preventDefault()
    go(next, headed === undefined && event.shiftKey)
  }
  const onPress = useStableCallback((next: GridCell, modifierKeys: GridModifierKeys) => {
    const isExtending = modifierKeys.shiftKey && isSelectable === true
    go(next, isExtending)
    if (!isExtending) props.onCell?.(next.row, next.column, modifierKeys)
  })
  return {
    active: isFocused ? active : undefined,
    range,
    sortBy,
    onKeyDown,
    onPress,
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
