import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { clampedWidth, dropAt, type HeaderCellBounds, type HeaderInput } from './header-input.ts'
import { useStableCallback } from './stable-callback.ts'

/** The current pointer action on a header. */
export type HeaderDrag =
  | { readonly kind: 'size'; readonly column: number; readonly width: number }
  | {
      readonly kind: 'move'
      readonly column: number
      readonly to: number | undefined
      readonly side: 'before' | 'after' | undefined
    }

interface Grip {
  readonly kind: HeaderDrag['kind']
  readonly column: number
  readonly x: number
  readonly width: number
  readonly box: HTMLElement
}

/** Pixels of movement before a press becomes a drag. */
const SLACK = 4
/** The width of the edge that scrolls while dragging, and the scroll step, in px. */
const EDGE = 24
const SCROLL = 16

function boxesIn(head: HTMLElement): HeaderCellBounds[] {
  return [...head.querySelectorAll<HTMLElement>('[role=columnheader]')].map((each) => {
    const { left, right } = each.getBoundingClientRect()
    return { column: Number(each.getAttribute('aria-colindex')) - 1, left, right }
  })
}

function scrollBy(head: HTMLElement, x: number): void {
  const grid = head.closest('[role=grid]')
  const edges = grid?.getBoundingClientRect()
  if (!grid || !edges) return
  if (x > edges.right - EDGE) grid.scrollLeft += SCROLL
  else if (x < edges.left + EDGE) grid.scrollLeft -= SCROLL
}

/**
 * Moves and resizes columns by dragging headers. Escape cancels. Touch scrolls the table instead; the header menu moves
 * columns there.
 */
export function useHeaderDrag(headerInput: HeaderInput | undefined) {
  const [drag, setDrag] = useState<HeaderDrag>()
  const grip = useRef<Grip>(undefined)
  const wasDragged = useRef(false)
  const isDragging = drag !== undefined
  const end = useCallback(() => {
    grip.current = undefined
    setDrag(undefined)
  }, [])
  useEffect(() => {
    if (!isDragging) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      end()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [isDragging, end])

  type Take = [kind: HeaderDrag['kind'], column: number, width: number, event: PointerEvent<HTMLElement>]
  const take = useStableCallback((...[kind, column, width, event]: Take) => {
    wasDragged.current = false
    if (!headerInput || event.button !== 0) return
    if (kind === 'move' && (!headerInput.onMove || event.pointerType === 'touch')) return
    if (kind === 'size') event.stopPropagation()
    event.currentTarget.setPointerCapture?.(event.pointerId)
    grip.current = { kind, column, x: event.clientX, width, box: event.currentTarget }
  })
  const onPointerMove = useStableCallback((event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    if (!held || !headerInput) return
    const by = event.clientX - held.x
    if (!isDragging && Math.abs(by) < SLACK) return
    wasDragged.current = true
    if (held.kind === 'size')
      return setDrag({ kind: 'size', column: held.column, width: clampedWidth(held.width + by) })
    const head = held.box.parentElement
    if (!head) return
    scrollBy(head, event.clientX)
    const drop = dropAt(held.column, event.clientX, boxesIn(head), headerInput.mayMove)
    setDrag({ kind: 'move', column: held.column, to: drop?.to, side: drop?.side })
  })
  const onPointerUp = useStableCallback(() => {
    if (drag?.kind === 'size') headerInput?.onResize(drag.column, drag.width)
    if (drag?.kind === 'move' && drag.to !== undefined) headerInput?.onMove?.(drag.column, drag.to)
    end()
  })
  /** Returns whether the press that has just ended was a drag instead of a click. */
  const wasDrag = useCallback((): boolean => {
    const was = wasDragged.current
    wasDragged.current = false
    return was
  }, [])
  return useMemo(
    () => ({ drag, take, wasDrag, onPointerMove, onPointerUp, onPointerCancel: end }),
    [drag, take, wasDrag, onPointerMove, onPointerUp, end],
  )
}
