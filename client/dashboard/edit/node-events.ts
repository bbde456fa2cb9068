import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import type { LayoutNode } from '#core/layout/node.ts'
import { directionOf } from './state/edit-keys.ts'
import {
  moveSelection,
  deleteNode,
  focusNeighbour,
  growNode,
  type EditorStores,
  endKeyboardMove,
  startKeyboardMove,
} from './editor-actions.ts'

/** True if the text or title of a node can be edited inline. The title of a chart without read access is unknown. */
function isWritable({ store }: EditorStores, node: LayoutNode): boolean {
  if (node.type === 'CHART') return !store.getState().unseen.includes(node.meta.chartId ?? -1)
  return node.type === 'HEADER' || node.type === 'MARKDOWN'
}

/** Handles a key on the focused node; returns false for keys it ignores. */
function onNodeKey(stores: EditorStores, node: LayoutNode, event: KeyboardEvent<HTMLElement>): boolean {
  const { session } = stores
  const isCarried = session.getState().carried?.id === node.id
  const direction = directionOf(event.key)
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === ' ' || (event.key === 'Enter' && isCarried)) {
    if (isCarried) endKeyboardMove(stores, true)
    else startKeyboardMove(stores, node.id)
  } else if (event.key === 'Escape') {
    if (isCarried) endKeyboardMove(stores, false)
    else session.setState({ selected: undefined, target: undefined })
  } else if (direction && isCarried) moveSelection(stores, direction)
  else if (direction && event.shiftKey) growNode(stores, node.id, direction)
  else if ((event.key === 'Delete' || event.key === 'Backspace') && !isCarried) deleteNode(stores, node.id)
  else if ((event.key === 'Enter' || event.key === 'F2') && isWritable(stores, node))
    session.setState({ writing: node.id })
  else return !isCarried && !event.shiftKey && focusNeighbour(event.currentTarget, event.key)
  return true
}

/** Returns the event handlers of a node's box. */
export function nodeEvents(stores: EditorStores, node: LayoutNode) {
  const { session } = stores
  const select = () => session.setState({ selected: node.id, target: undefined })
  return {
    onFocus: (event: FocusEvent) => {
      if (event.target === event.currentTarget) select()
    },
    onClick: (event: MouseEvent) => {
      event.stopPropagation()
      select()
    },
    onDoubleClick: (event: MouseEvent) => {
      event.stopPropagation()
      if (isWritable(stores, node)) session.setState({ writing: node.id })
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || !onNodeKey(stores, node, event)) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
