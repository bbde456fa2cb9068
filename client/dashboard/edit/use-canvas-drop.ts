import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/prevent-unhandled'
import { type RefObject, useEffect } from 'react'
import { toast } from '#ui/overlay/toast.ts'
import { type Box, dropAt, type Drop, type Point, type VisibleBoxes } from './state/edit-drop.ts'
import { openPage } from './state/edit-page.ts'
import { editLayout } from '../state/edit.ts'
import { rejectionText } from './state/edit-texts.ts'
import { actions } from '../state/store.ts'
import { type EditorStores, endKeyboardMove, revealNewNode, showNode } from './editor-actions.ts'
import { newSuffix } from '#client/dashboard/state/new-suffix.ts'
import type { DragStart } from './use-draggable.ts'
import { usePointerInput } from './use-pointer-input.ts'

/** Milliseconds that a drag must hover over a tab label before the tab opens. */
const OPEN_AFTER = 350

function boxesIn(root: HTMLElement, attribute: string): ReadonlyMap<string, Box> {
  const elements = [...root.querySelectorAll<HTMLElement>(`[${attribute}]`)]
  return new Map(
    elements.map((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect()
      return [each.getAttribute(attribute) ?? '', { left, top, right, bottom }]
    }),
  )
}

function seenIn(root: HTMLElement): VisibleBoxes {
  return { nodes: boxesIn(root, 'data-box'), labels: boxesIn(root, 'data-tab-label') }
}

function finishDrop(stores: EditorStores, start: DragStart, drop: Drop | null): void {
  if (drop?.kind === 'refused') toast.show({ text: rejectionText(drop.why) })
  if (drop?.kind !== 'ok') return
  start.onDropped?.()
  editLayout(stores.store, () => drop.after)
  if (start.dragged.kind === 'move') showNode(stores, start.dragged.id, true)
  else revealNewNode(stores, start.dragged.node, true)
}

/** Handles drags over the editor: shows the drop position, opens tabs on hover, inserts the element. */
export function useCanvasDrop(root: RefObject<HTMLElement | null>): void {
  const stores = usePointerInput()
  useEffect(() => {
    const element = root.current
    if (!element) return
    const { store, session } = stores
    let over: { id: string; timer: ReturnType<typeof setTimeout> } | undefined
    const leave = () => {
      clearTimeout(over?.timer)
      over = undefined
    }
    const dropUnder = (start: DragStart, point: Point): Drop | null => {
      const state = store.getState()
      return dropAt(state.layout, start.dragged, point, seenIn(element), openPage(state), newSuffix)
    }
    const hover = (point: Point) => {
      const label = document.elementFromPoint(point.x, point.y)?.closest('[data-tab-label]')
      const id = label?.getAttribute('data-tab-label') ?? undefined
      if (id === over?.id) return
      leave()
      if (id) over = { id, timer: setTimeout(() => actions.openTab(store, id), OPEN_AFTER) }
    }
    return combine(
      leave,
      dropTargetForElements({ element, getDropEffect: () => 'move' }),
      monitorForElements({
        canMonitor: ({ source }) => Boolean(source.data['start']),
        onDragStart: ({ source, location }) => {
          preventUnhandled.start()
          endKeyboardMove(stores, true)
          const { clientX: x, clientY: y } = location.current.input
          session.setState({ drag: { ...(source.data['start'] as DragStart), point: { x, y }, drop: null } })
        },
        onDrag: ({ source, location }) => {
          const start = source.data['start'] as DragStart
          const point = { x: location.current.input.clientX, y: location.current.input.clientY }
          const isOver = location.current.dropTargets.length > 0
          hover(point)
          session.setState({ drag: { ...start, point, drop: isOver ? dropUnder(start, point) : null } })
        },
        onDrop: ({ source, location }) => {
          preventUnhandled.stop()
          leave()
          const start = source.data['start'] as DragStart
          const { clientX: x, clientY: y } = location.current.input
          const drop = location.current.dropTargets.length > 0 ? dropUnder(start, { x, y }) : null
          session.setState({ drag: null })
          finishDrop(stores, start, drop)
        },
      }),
    )
  }, [root, stores])
}
