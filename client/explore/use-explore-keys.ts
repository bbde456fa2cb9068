import { useEffect, useRef } from 'react'
import { useRunner } from './state/run.ts'
import { useExploreStore } from './state/store.ts'

interface Keys {
  readonly onSave: () => void
  readonly onHelp: () => void
}

const FIELDS = 'input, textarea, [contenteditable], [role=dialog]'

/**
 * Ctrl+Enter runs and Ctrl+S saves everywhere; outside of fields and dialogs Ctrl+Z and Ctrl+Shift+Z undo and redo, `/`
 * goes to the search of the dataset and `?` shows the keys.
 */
export function useExploreKeys(keys: Keys): void {
  const store = useExploreStore()
  const { run } = useRunner()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onChord = (key: string, isShift: boolean, isField: boolean): boolean => {
      if (key === 'enter') run()
      else if (key === 's') latest.current.onSave()
      else if (key === 'z' && !isField) store.temporal.getState()[isShift ? 'redo' : 'undo']()
      else return false
      return true
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey) return
      const isField = event.target instanceof Element && event.target.closest(FIELDS) !== null
      const isChord = event.ctrlKey || event.metaKey
      if (isChord ? !onChord(event.key.toLowerCase(), event.shiftKey, isField) : isField || !onPlain(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const onPlain = (key: string): boolean => {
      if (key === '?') latest.current.onHelp()
      else if (key === '/') document.querySelector<HTMLInputElement>('[data-source-search] input')?.focus()
      else return false
      return true
    }
    // Before anything on the page: a button under focus would take Ctrl+Enter for a press.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [store, run])
}
