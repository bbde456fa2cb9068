import type { KeyboardEvent, MouseEvent } from 'react'
import { menuPoint, type WindowPoint } from '#ui/base/menu-point.ts'
import { clampedWidth, headerKeyAction, type HeaderInput } from './header-input.ts'

interface Menus {
  readonly onCellMenu?: ((row: number, column: number, at: WindowPoint) => boolean) | undefined
  readonly headerInput?: HeaderInput | undefined
}

/** Opens the context menu of the cell or header under the pointer, or of the active one. */
export function openGridMenu(event: MouseEvent<HTMLElement>, id: string, { onCellMenu, headerInput }: Menus): void {
  const isKey = event.target === event.currentTarget
  const keyed = event.currentTarget.getAttribute('aria-activedescendant')
  const cell = isKey ? document.getElementById(keyed ?? '') : (event.target as Element).closest('[role=gridcell]')
  const [, row, column] = /^(-?\d+)-(\d+)$/.exec(cell?.id.slice(id.length + 1) ?? '') ?? []
  if (row === undefined) return
  const at = menuPoint(event, isKey ? cell : null)
  if (row === '-1') headerInput?.onMenu(Number(column), at)
  const isDone = row === '-1' ? headerInput !== undefined : onCellMenu?.(Number(row), Number(column), at)
  if (isDone) event.preventDefault()
}

/** Handles a key press on a header; returns the active column afterwards. */
export function handleHeaderKey(
  event: KeyboardEvent,
  column: number,
  widths: readonly number[],
  id: string,
  headerInput: HeaderInput | undefined,
): number | undefined {
  const requested = headerInput && headerKeyAction(event)
  if (!requested) return undefined
  if (requested.kind === 'size') headerInput.onResize(column, clampedWidth((widths[column] ?? 0) + requested.by))
  else if (requested.kind === 'menu') {
    const head = document.getElementById(`${id}--1-${column}`)
    if (head) headerInput.onMenu(column, menuPoint({ clientX: 0, clientY: 0 }, head))
  } else if (headerInput.onMove && headerInput.mayMove(column, column + requested.by)) {
    headerInput.onMove(column, column + requested.by)
    return column + requested.by
  }
  return column
}

/** A click with Shift selects cells instead of text. */
export function selectHeaderCells(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return
  event.preventDefault()
  event.currentTarget.focus()
}
