import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { SelectionMode } from '#charts/chart.ts'
import { selectionModeOf } from '#charts/shared/selection/selection-mode.ts'
import { panViewport, type MapViewport, type Size, zoomViewport } from './mercator.ts'

type Move = (change: (viewport: MapViewport) => MapViewport) => void
type PixelPosition = readonly [number, number]

/** Pixels that a pointer may move during a click. */
const STILL = 4

/** Pixels of wheel movement per zoom level; touchpads report a pinch as a wheel event with small values. */
const LEVEL = 300
const PINCH_LEVEL = 60
const LINE = 16

/** Pixels by which an arrow key moves the map. */
const STEP = 80

/** True if an ancestor of an element scrolls vertically, so that the wheel may be meant for it. */
function hasScrollableAncestor(element: HTMLElement): boolean {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at)
    const isBox = overflowY === 'auto' || overflowY === 'scroll' || at === document.scrollingElement
    if (isBox && at.scrollHeight > at.clientHeight + 1) return true
  }
  return false
}

/** The wheel zooms at the pointer if no ancestor scrolls, if the map has focus, or with Ctrl. */
function useWheel(host: RefObject<HTMLElement | null>, size: Size, move: Move, onUnused: () => void): void {
  const latest = useRef({ size, onUnused })
  latest.current = { size, onUnused }
  useEffect(() => {
    const element = host.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      const isPinch = event.ctrlKey || event.metaKey
      if (!isPinch && !element.contains(document.activeElement) && hasScrollableAncestor(element))
        return latest.current.onUnused()
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * LINE
      const by = -pixels / (isPinch && Math.abs(pixels) < 40 ? PINCH_LEVEL : LEVEL)
      move((viewport) => zoomViewport(viewport, latest.current.size, by, [event.clientX - left, event.clientY - top]))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [host, move])
}

/** One finger or the mouse drags, two fingers drag and zoom; a press without movement is a click. */
function usePointers(size: Size, move: Move, onClick: PointerHandlers['onClick']) {
  const down = useRef(new Map<number, PixelPosition>())
  const start = useRef<PixelPosition>(undefined)
  const middle = (positions: readonly PixelPosition[]): PixelPosition => [
    positions.reduce((sum, [x]) => sum + x, 0) / positions.length,
    positions.reduce((sum, [, y]) => sum + y, 0) / positions.length,
  ]
  const spread = ([a, b]: readonly PixelPosition[]) => (a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0)
  const positionOf = (event: PointerEvent<HTMLElement>): PixelPosition => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return [event.clientX - left, event.clientY - top]
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    down.current.set(event.pointerId, positionOf(event))
    start.current = down.current.size === 1 ? positionOf(event) : undefined
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = [...down.current.values()]
    if (!down.current.has(event.pointerId)) return
    const position = positionOf(event)
    const from = start.current
    if (from && Math.hypot(position[0] - from[0], position[1] - from[1]) < STILL) return
    start.current = undefined
    down.current.set(event.pointerId, position)
    const after = [...down.current.values()]
    const [a, b] = [middle(before), middle(after)]
    const by = spread(before) > 0 && spread(after) > 0 ? Math.log2(spread(after) / spread(before)) : 0
    move((viewport) => zoomViewport(panViewport(viewport, size, b[0] - a[0], b[1] - a[1]), size, by, b))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (down.current.delete(event.pointerId) && start.current) onClick(start.current, selectionModeOf(event))
    start.current = undefined
  }
  const onPointerCancel = (event: PointerEvent<HTMLElement>) => {
    down.current.delete(event.pointerId)
    start.current = undefined
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, isDown: () => down.current.size > 0 }
}

const ARROWS: Readonly<Record<string, PixelPosition>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

/** Moves the map with arrow keys and zooms it with plus and minus; returns true if the key was handled. */
export function moveByKey(event: KeyboardEvent, size: Size, move: Move): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const arrow = ARROWS[event.key]
  const by = { '+': 1, '=': 1, '-': -1, _: -1 }[event.key]
  if (arrow) move((viewport) => panViewport(viewport, size, ...arrow))
  else if (by !== undefined) move((viewport) => zoomViewport(viewport, size, by, [size.width / 2, size.height / 2]))
  else return false
  return true
}

export interface PointerHandlers {
  readonly host: RefObject<HTMLElement | null>
  readonly size: Size
  readonly move: Move
  readonly onClick: (position: PixelPosition, how: SelectionMode) => void
  /** Called if the wheel was turned over the map but scrolls the page. */
  readonly onUnusedWheel: () => void
}

/** Handles pointer and wheel events of a map. */
export function usePointerInput({ host, size, move, onClick, onUnusedWheel }: PointerHandlers) {
  useWheel(host, size, move, onUnusedWheel)
  return usePointers(size, move, onClick)
}
