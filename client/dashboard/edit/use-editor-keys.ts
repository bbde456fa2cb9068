import { useEffect, useRef } from 'react'
import { redo, undo } from '../state/edit.ts'
import { undoWay } from '../state/undo-way.ts'
import { usePointerInput } from './use-pointer-input.ts'

/** Ctrl+S saves everywhere; Ctrl+Z and Ctrl+Shift+Z undo and redo outside of fields. */
export function useEditorKeys(save: () => void): void {
  const { store, session } = usePointerInput()
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        latest.current()
        return
      }
      const way = undoWay(event)
      const { carried, resizing } = session.getState()
      if (!way || carried || resizing) return
      event.preventDefault()
      if (way === 'undo') undo(store)
      else redo(store)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [store, session])
}
