import { resizeNode } from '#core/layout/node-changes.ts'
import { duplicate } from '#core/layout/duplicate-node.ts'
import { insertNode, removeNode } from '#core/layout/move-node.ts'
import { childrenOf, type Layout, type LayoutNode, nodeOf, parentOf } from '#core/layout/node.ts'
import { makeNode } from '#core/layout/make-node.ts'
import { t } from '#core/text/t.ts'
import { announce } from '#ui/base/announce.ts'
import { toast } from '#ui/overlay/toast.ts'
import { insertAtFirst, insertPositions } from './state/edit-apply.ts'
import { nodeTypeLabel, nodeName } from './state/edit-change.ts'
import { beginUndoGroup, editLayout, undo } from '../state/edit.ts'
import { type Direction, stepNode } from './state/edit-keys.ts'
import { openPage, ancestorTabs } from './state/edit-page.ts'
import { orderText, nodePositionText, rejectionText, sizeText } from './state/edit-texts.ts'
import { actions, type DashboardStore } from '../state/store.ts'
import { newSuffix } from '#client/dashboard/state/new-suffix.ts'
import type { SessionStore } from './session.ts'

/** The two stores that editor actions change. */
export interface EditorStores {
  readonly store: DashboardStore
  readonly session: SessionStore
}

/** Returns the label of a node: its name, else its type. */
export const nodeLabel = (node: LayoutNode): string => nodeName(node) ?? nodeTypeLabel(node.type)

/** Focuses a node after it is rendered. If the pointer placed it, the page does not scroll. */
export function focusNode(id: string, isUnderPointer = false): void {
  const focus = () => {
    const node = document.querySelector<HTMLElement>(`[data-box="${CSS.escape(id)}"]`)
    node?.focus({ preventScroll: true })
    if (!isUnderPointer) node?.scrollIntoView({ block: 'nearest' })
  }
  requestAnimationFrame(() => requestAnimationFrame(focus))
}

/** Focuses the label of a tab after it is rendered. */
export function focusTab(id: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-tab-label="${CSS.escape(id)}"] button`)?.focus(),
  )
}

/** Moves the focus from a node to the next or previous one of the canvas, or to its first or last one. */
export function focusNeighbour(box: HTMLElement, key: string): boolean {
  const boxes = [...(box.closest('[data-canvas]')?.querySelectorAll<HTMLElement>('[data-node-box]') ?? [])]
  const at = boxes.indexOf(box)
  const to = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: boxes.length - 1,
  }
  const next = boxes[to[key as keyof typeof to]]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

/** Opens the tabs around a node, selects it and announces its position. */
export function showNode(stores: EditorStores, id: string, isUnderPointer = false): void {
  announceNode(stores, id)
  focusNode(id, isUnderPointer)
}

function announceNode({ store, session }: EditorStores, id: string): void {
  for (const tab of ancestorTabs(store.getState(), id)) actions.openTab(store, tab)
  session.setState({ selected: id })
  const { layout } = store.getState()
  const node = nodeOf(layout, id)
  if (node) announce(`${nodeLabel(node)}: ${nodePositionText(layout, id)}, ${orderText(layout, id)}`)
}

/**
 * Inserts a new node near the selection, or reports why it fits nowhere. The focus moves to the node, or stays where
 * the next one can be added.
 */
export function addNode(stores: EditorStores, node: LayoutNode, isFocusStaying = false): boolean {
  const { store, session } = stores
  const { layout } = store.getState()
  const { target, selected } = session.getState()
  const positions = insertPositions(layout, target ?? selected, openPage(store.getState()))
  const after = insertAtFirst(layout, node, positions, newSuffix)
  if (!after) {
    toast.show({ text: rejectionText('nesting') })
    return false
  }
  editLayout(store, () => after)
  if (isFocusStaying) announceNode(stores, node.id)
  else revealNewNode(stores, node)
  return true
}

/** Shows a new node. For new tabs, starts renaming the first tab. */
export function revealNewNode(stores: EditorStores, node: LayoutNode, isUnderPointer = false): void {
  const [tab] = node.type === 'TABS' ? childrenOf(stores.store.getState().layout, node.id) : []
  if (!tab) {
    showNode(stores, node.id, isUnderPointer)
    return
  }
  announceNode(stores, node.id)
  stores.session.setState({ writing: tab.id })
}

/** The last change of the dashboard and its saving are reported by one message: the undo of an earlier one is void. */
export const EDIT_TOPIC = 'dashboard-edit'

/** Reports the last change of the layout with a button that undoes it while no other change follows. */
export function offerUndo({ store }: EditorStores, text: string): void {
  const { layout } = store.getState()
  const onPress = () => {
    if (store.getState().layout === layout) undo(store)
  }
  toast.show({ text, action: { label: t('Undo'), onPress }, topic: EDIT_TOPIC })
}

/** Deletes a node with its children; the toast offers undo. */
export function deleteNode(stores: EditorStores, id: string): void {
  const { store, session } = stores
  const { layout } = store.getState()
  const node = nodeOf(layout, id)
  if (!node) return
  const next = neighbourOf(layout, node)
  editLayout(store, () => removeNode(layout, id))
  const after = store.getState().layout
  session.setState({ selected: undefined, target: undefined })
  offerUndo(stores, t('Deleted: %s', nodeLabel(node)))
  if (next && nodeOf(after, next)) focusNode(next)
}

function neighbourOf(layout: Layout, node: LayoutNode): string | undefined {
  const parent = parentOf(layout, node.id)
  const siblings = parent ? childrenOf(layout, parent.id).map(({ id }) => id) : []
  const at = siblings.indexOf(node.id)
  return siblings[at + 1] ?? siblings[at - 1] ?? parentOf(layout, parent?.id ?? '')?.id
}

/** Duplicates a node with its children, after the original or in a new row. For a tab, starts renaming the copy. */
export function duplicateNode(stores: EditorStores, id: string): void {
  const { store, session } = stores
  const edit = duplicate(store.getState().layout, id, newSuffix)
  if ('refused' in edit) {
    toast.show({ text: rejectionText(edit.refused) })
    return
  }
  editLayout(store, () => edit.ok)
  session.setState({ target: undefined })
  if (nodeOf(edit.ok, edit.id)?.type !== 'TAB') return showNode(stores, edit.id)
  actions.openTab(store, edit.id)
  session.setState({ writing: edit.id })
}

/** Resizes a node by one unit in the given direction. */
export function growNode({ store }: EditorStores, id: string, direction: Direction): void {
  const { layout } = store.getState()
  const node = nodeOf(layout, id)
  if (!node) return
  const step = direction === 'right' || direction === 'down' ? 1 : -1
  const size =
    direction === 'left' || direction === 'right'
      ? { width: (node.meta.width ?? 1) + step }
      : { height: (node.meta.height ?? 50) + step }
  editLayout(store, (now) => resizeNode(now, id, size), `size ${id}`)
  const after = nodeOf(store.getState().layout, id)
  if (after) announce(sizeText(store.getState().layout, after))
}

/** Starts moving a node by keyboard. Its box gets the focus, because it handles the keys. */
export function startKeyboardMove({ store, session }: EditorStores, id: string): void {
  const node = nodeOf(store.getState().layout, id)
  if (!node) return
  session.setState({ carried: { id, gesture: beginUndoGroup(store) }, selected: id })
  focusNode(id)
  announce(t('%s picked up. Arrows move it, Space drops it, Escape puts it back.', nodeLabel(node)), 'assertive')
}

export function moveSelection(stores: EditorStores, direction: Direction): void {
  const { store, session } = stores
  const { carried } = session.getState()
  if (!carried) return
  const { layout } = store.getState()
  const after = stepNode(layout, carried.id, direction, openPage(store.getState()), newSuffix)
  if (!after) {
    announce(t('No further position in this direction.'))
    return
  }
  carried.gesture.show(after)
  showNode(stores, carried.id)
}

/**
 * Ends a move by keyboard: at the current position, or back at the original one. The node gets the focus, unless the
 * user has moved the focus away.
 */
export function endKeyboardMove({ store, session }: EditorStores, isRetained: boolean, isLeft = false): void {
  const { carried } = session.getState()
  if (!carried) return
  session.setState({ carried: null })
  if (isRetained) carried.gesture.keep()
  else carried.gesture.cancel()
  if (!isLeft) focusNode(carried.id)
  announce(
    isRetained ? t('Dropped: %s', nodePositionText(store.getState().layout, carried.id)) : t('Put back.'),
    'assertive',
  )
}

/** Adds a tab at the end of a set of tabs and opens it. */
export function addTab({ store }: EditorStores, tabsId: string): string | undefined {
  const tab = makeNode('TAB', newSuffix)
  const edit = insertNode(
    store.getState().layout,
    tab,
    { parentId: tabsId, index: Number.POSITIVE_INFINITY },
    newSuffix,
  )
  if (!('ok' in edit)) return undefined
  editLayout(store, () => edit.ok)
  actions.openTab(store, tab.id)
  return tab.id
}
