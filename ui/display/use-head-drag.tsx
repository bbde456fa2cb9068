import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { clampedWidth, dropAt, type HeadBox, type HeaderInput } from './header-input.ts'
import { useSteadyAct } from './steady.ts'

/** What is done to a head by the pointer right now. */
export type HeadDrag =
  | { readonly kind: 'size'; readonly column: number; readonly width: number }
  | {
      readonly kind: 'move'
      readonly column: number
      readonly to: number | undefined
      readonly side: 'before' | 'after' | undefined
    }

interface Grip {
  readonly kind: HeadDrag['kind']
  readonly column: number
  readonly x: number
  readonly width: number
  readonly box: HTMLElement
}

/** px that a press moves before it is a drag. */
const SLACK = 4
/** px at an edge where columns scroll by, and how far at a time. */
const EDGE = 24
const SCROLL = 16

function boxesIn(head: HTMLElement): HeadBox[] {
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
 * Heads moved and made wider by the pointer. Escape leaves all as it was. A finger scrolls the table: it moves columns by
 * their menu.
 */
export function useHeadDrag(hands: HeaderInput | undefined) {
  const [drag, setDrag] = useState<HeadDrag>()
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

  type Take = [kind: HeadDrag['kind'], column: number, width: number, event: PointerEvent<HTMLElement>]
  const take = useSteadyAct((...[kind, column, width, event]: Take) => {
    wasDragged.current = false
    if (!hands || event.button !== 0) return
    if (kind === 'move' && (!hands.onMove || event.pointerType === 'touch')) return
    if (kind === 'size') event.stopPropagation()
    event.currentTarget.setPointerCapture?.(event.pointerId)
    grip.current = { kind, column, x: event.clientX, width, box: event.currentTarget }
  })
  const onPointerMove = useSteadyAct((event: PointerEvent<HTMLElement>) => {
    const held = grip.current
    if (!held || !hands) return
    const by = event.clientX - held.x
    if (!isDragging && Math.abs(by) < SLACK) return
    wasDragged.current = true
    if (held.kind === 'size')
      return setDrag({ kind: 'size', column: held.column, width: clampedWidth(held.width + by) })
    const head = held.box.parentElement
    if (!head) return
    scrollBy(head, event.clientX)
    const drop = dropAt(held.column, event.clientX, boxesIn(head), hands.mayMove)
    setDrag({ kind: 'move', column: held.column, to: drop?.to, side: drop?.side })
  })
  const onPointerUp = useSteadyAct(() => {
    if (drag?.kind === 'size') hands?.onResize(drag.column, drag.width)
    if (drag?.kind === 'move' && drag.to !== undefined) hands?.onMove?.(drag.column, drag.to)
    end()
  })
  /** Whether the press that has just ended was a drag, and no click. */
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
