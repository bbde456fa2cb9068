import { type KeyboardEvent, memo, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { childrenOf, type LayoutNode } from '#core/layout/node.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { announce } from '#ui/base/announce.ts'
import { useRovingFocus } from '#ui/layout/use-roving-focus.ts'
import { directionOf, stepNode } from './state/edit-keys.ts'
import { openPage } from './state/edit-page.ts'
import { editLayout } from '../state/edit.ts'
import { orderText } from './state/edit-texts.ts'
import { actions, useDashboard } from '../state/store.ts'
import { openTab, tabText } from '../state/tabs.ts'
import { addTab, deleteNode, duplicateNode, type EditorStores, focusTab } from './editor-actions.ts'
import { NameField } from './NameField.tsx'
import { newSuffix } from '#client/dashboard/state/new-suffix.ts'
import { useSession } from './session.ts'
import { useDraggable } from './use-draggable.ts'
import { usePointerInput } from './use-pointer-input.ts'
import styles from './TabBar.module.css'

function stepTab({ store }: EditorStores, tab: LayoutNode, key: string): void {
  const direction = directionOf(key)
  const state = store.getState()
  const after = direction && stepNode(state.layout, tab.id, direction, openPage(state), newSuffix)
  if (!after) return
  editLayout(store, () => after)
  announce(`${tabText(tab)}: ${orderText(after, tab.id)}`)
  focusTab(tab.id)
}

interface TabActionsProps {
  readonly tab: LayoutNode
  readonly isWriting: boolean
  /** Undefined for the only tab. */
  readonly onRemove: (() => void) | undefined
}

/** Actions for the open tab, next to its label. */
function TabActions({ tab, isWriting, onRemove }: TabActionsProps) {
  const stores = usePointerInput()
  const name = tabText(tab)
  return (
    <>
      {!isWriting && (
        <IconButton
          icon="copy"
          size="sm"
          label={t('Duplicate tab %s', name)}
          onPress={() => duplicateNode(stores, tab.id)}
        />
      )}
      {onRemove && <IconButton icon="close" size="sm" label={t('Delete tab %s', name)} onPress={onRemove} />}
    </>
  )
}

interface TabProps {
  readonly tab: LayoutNode
  readonly isOpen: boolean
  readonly isOnly: boolean
}

const Tab = memo(function Tab({ tab, isOpen, isOnly }: TabProps) {
  const stores = usePointerInput()
  const { store, session } = stores
  const box = useRef<HTMLDivElement>(null)
  const isWriting = useSession((state) => state.writing === tab.id)
  const name = tabText(tab)
  useDraggable(box, () =>
    isWriting ? null : { dragged: { kind: 'move', id: tab.id }, name, detail: undefined, vizType: undefined },
  )
  const remove = () => {
    const siblings = childrenOf(store.getState().layout, tab.parents.at(-1) ?? '')
    const at = siblings.findIndex((each) => each.id === tab.id)
    const next = siblings[at - 1] ?? siblings[at + 1]
    deleteNode(stores, tab.id)
    if (next) {
      actions.openTab(store, next.id)
      focusTab(next.id)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2' || (event.key === 'Enter' && isOpen)) session.setState({ writing: tab.id })
    else if (event.key === 'Delete') remove()
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) duplicateNode(stores, tab.id)
    else if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight'))
      stepTab(stores, tab, event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={box} className={styles['item']} data-open={isOpen || undefined} data-tab-label={tab.id}>
      {isWriting ? (
        <NameField node={tab} />
      ) : (
        <button
          type="button"
          className={styles['tab']}
          aria-current={isOpen || undefined}
          title={t('Double-click or F2 renames, Shift with arrows moves, Ctrl+D duplicates, Delete removes')}
          onClick={() => actions.openTab(store, tab.id)}
          onDoubleClick={() => session.setState({ writing: tab.id })}
          onKeyDown={onKeyDown}
        >
          {name}
        </button>
      )}
      {isOpen && <TabActions tab={tab} isWriting={isWriting} onRemove={isOnly ? undefined : remove} />}
    </div>
  )
})

/** The labels of a set of tabs: open, rename, move, delete, add. Changes inside a tab do not render them. */
export function TabBar({ tabs, size }: { readonly tabs: LayoutNode; readonly size: 'sm' | 'md' }) {
  const stores = usePointerInput()
  const roving = useRovingFocus<HTMLDivElement>()
  const open = useDashboard((state) => openTab(state.layout, tabs, state.activeTabs))
  const items = useDashboard(useShallow((state) => childrenOf(state.layout, tabs.id)))
  const add = () => {
    const id = addTab(stores, tabs.id)
    if (id) stores.session.setState({ writing: id })
  }
  return (
    <div className={styles['bar']} data-size={size} role="toolbar" aria-label={t('Tabs')} {...roving}>
      {items.map((tab) => (
        <Tab key={tab.id} tab={tab} isOpen={tab.id === open} isOnly={items.length === 1} />
      ))}
      <IconButton icon="plus" size="sm" label={t('Add tab')} onPress={add} />
    </div>
  )
}
