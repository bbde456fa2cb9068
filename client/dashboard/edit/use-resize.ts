import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { resizeNode } from '#core/layout/node-changes.ts'
import { type LayoutNode, nodeOf, parentOf } from '#core/layout/node.ts'
import { COLUMNS, GUTTER, heightFromPixels, widthFromPixels } from '#core/layout/units.ts'
import { rowCapacity } from '#core/layout/row-width.ts'
import { announce } from '#ui/base/announce.ts'
import { beginUndoGroup, type UndoGroup } from '../state/edit.ts'
import { sizeText } from './state/edit-texts.ts'
import type { EditorStores } from './editor-actions.ts'
import { usePointerInput } from './use-pointer-input.ts'

/** The dragged edge: right, bottom, or both at the corner. */
export type Edge = 'e' | 's' | 'se'

interface Pull {
  readonly edge: Edge
  readonly gesture: UndoGroup
  readonly start: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** Width in pixels of the whole grid of twelve columns. */
  readonly gridWidth: number
}

function beginPull({ store }: EditorStores, node: LayoutNode, box: HTMLElement, edge: Edge, event: PointerEvent): Pull {
  const { layout } = store.getState()
  const parent = parentOf(layout, node.id)
  const columns = parent ? rowCapacity(layout, [...parent.parents, parent.id]) : COLUMNS
  const row = box.parentElement?.getBoundingClientRect().width ?? 0
  const { width, height } = box.getBoundingClientRect()
  return {
    edge,
    gesture: beginUndoGroup(store),
    start: { x: event.clientX, y: event.clientY, width, height },
    gridWidth: ((row + GUTTER) * COLUMNS) / columns - GUTTER,
  }
}

function pullTo({ edge, gesture, start, gridWidth }: Pull, id: string, event: PointerEvent): void {
  const size = {
    ...(edge === 's' ? {} : { width: widthFromPixels(start.width + event.clientX - start.x, gridWidth) }),
    ...(edge === 'e' ? {} : { height: heightFromPixels(start.height + event.clientY - start.y) }),
  }
  gesture.show(resizeNode(gesture.before, id, size))
}

/** Escape during a resize restores the previous size. */
function useEscape(isOn: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [isOn])
}

/** Returns the event handlers of a node's resize handles. Sizes snap to whole columns and units. */
export function useResize(node: LayoutNode, box: RefObject<HTMLElement | null>) {
  const stores = usePointerInput()
  const pull = useRef<Pull | null>(null)
  const [isPulling, setPulling] = useState(false)
  const end = (isRetained: boolean) => {
    const { current } = pull
    if (!current) return
    pull.current = null
    setPulling(false)
    stores.session.setState({ resizing: undefined })
    if (isRetained) current.gesture.keep()
    else current.gesture.cancel()
    const { layout } = stores.store.getState()
    const after = nodeOf(layout, node.id)
    if (after) announce(sizeText(layout, after))
  }
  const latestEnd = useRef(end)
  latestEnd.current = end
  useEffect(() => () => latestEnd.current(true), [])
  useEscape(isPulling, () => end(false))
  return (edge: Edge) => ({
    onPointerDown: (event: PointerEvent) => {
      if (!box.current || event.button !== 0) return
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      pull.current = beginPull(stores, node, box.current, edge, event)
      setPulling(true)
      stores.session.setState({ resizing: node.id })
    },
    onPointerMove: (event: PointerEvent) => {
      if (pull.current) pullTo(pull.current, node.id, event)
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  })
}
