import { useEffect, useRef } from 'react'
import { redo, undo } from '../state/edit.ts'
import { useHands } from './use-hands.ts'

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable=true], [role=dialog]') !== null
}

/** Ctrl+S saves everywhere; Ctrl+Z and Ctrl+Shift+Z undo and redo outside of fields. */
export function useEditorKeys(save: () => void): void {
  const { store, session } = useHands()
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key === 's' && !event.shiftKey) {
        event.preventDefault()
        latest.current()
        return
      }
      const way = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined
      const { carried, resizing } = session.getState()
      if (!way || isField(event.target) || carried || resizing) return
      event.preventDefault()
      way(store)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [store, session])
}
