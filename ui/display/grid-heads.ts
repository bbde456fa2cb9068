import type { KeyboardEvent, MouseEvent } from 'react'
import { menuPoint, type WindowPoint } from '#ui/base/menu-point.ts'
import { clampedWidth, headKey, type HeaderInput } from './header-input.ts'

interface Menus {
  readonly onCellMenu?: ((row: number, column: number, at: WindowPoint) => boolean) | undefined
  readonly hands?: HeaderInput | undefined
}

/** The cell or head whose menu is asked for: the one under the pointer, or the one the keyboard is at. */
export function askMenu(event: MouseEvent<HTMLElement>, id: string, { onCellMenu, hands }: Menus): void {
  const isKey = event.target === event.currentTarget
  const keyed = event.currentTarget.getAttribute('aria-activedescendant')
  const cell = isKey ? document.getElementById(keyed ?? '') : (event.target as Element).closest('[role=gridcell]')
  const [, row, column] = /^(-?\d+)-(\d+)$/.exec(cell?.id.slice(id.length + 1) ?? '') ?? []
  if (row === undefined) return
  const at = menuPoint(event, isKey ? cell : null)
  if (row === '-1') hands?.onMenu(Number(column), at)
  const isDone = row === '-1' ? hands !== undefined : onCellMenu?.(Number(row), Number(column), at)
  if (isDone) event.preventDefault()
}

/** What a key does to a head, and where the keyboard is then. */
export function pressHead(
  event: KeyboardEvent,
  column: number,
  widths: readonly number[],
  id: string,
  hands: HeaderInput | undefined,
): number | undefined {
  const asked = hands && headKey(event)
  if (!asked) return undefined
  if (asked.kind === 'size') hands.onResize(column, clampedWidth((widths[column] ?? 0) + asked.by))
  else if (asked.kind === 'menu') {
    const head = document.getElementById(`${id}--1-${column}`)
    if (head) hands.onMenu(column, menuPoint({ clientX: 0, clientY: 0 }, head))
  } else if (hands.onMove && hands.mayMove(column, column + asked.by)) {
    hands.onMove(column, column + asked.by)
    return column + asked.by
  }
  return column
}

/** A press with Shift chooses cells, and marks no text. */
export function chooseCells(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return
  event.preventDefault()
  event.currentTarget.focus()
}
