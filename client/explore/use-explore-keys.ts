import { useEffect, useRef } from 'react'
import { isTextField } from './state/undo-groups.ts'
import { useRunner } from './state/chart-runner.ts'
import { useExploreStore } from './state/store.ts'

interface Keys {
  readonly onSave: () => void
  readonly onHelp: () => void
}

const FIELDS = 'input, textarea, [contenteditable], [role=dialog]'
const DIALOG = '[role=dialog], [role=alertdialog]'

/** True if the focused element handles undo itself: text inputs and dialogs. */
function hasOwnUndo(target: Element): boolean {
  if (target.closest(DIALOG)) return true
  // A combobox without typed text has nothing to undo.
  if (target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox') return target.value !== ''
  return isTextField(target)
}

/**
 * Keyboard shortcuts of Explore. Everywhere: Ctrl+Enter runs, Ctrl+S saves. Outside of text inputs and dialogs: Ctrl+Z
 * undoes, Ctrl+Shift+Z or Ctrl+Y redoes. Outside of fields and dialogs: `/` focuses the dataset search, `?` shows the
 * shortcuts.
 */
export function useExploreKeys(keys: Keys): void {
  const store = useExploreStore()
  const { run } = useRunner()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onChord = (key: string, isShift: boolean, target: Element | null): boolean => {
      if (key === 'enter') run()
      else if (key === 's') latest.current.onSave()
      else if ((key !== 'z' && key !== 'y') || (target && hasOwnUndo(target))) return false
      else store.temporal.getState()[isShift || key === 'y' ? 'redo' : 'undo']()
      return true
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey) return
      const target = event.target instanceof Element ? event.target : null
      const isChord = event.ctrlKey || event.metaKey
      const isTaken = isChord
        ? onChord(event.key.toLowerCase(), event.shiftKey, target)
        : !target?.closest(FIELDS) && onPlain(event.key)
      if (!isTaken) return
      event.preventDefault()
      event.stopPropagation()
    }
    const onPlain = (key: string): boolean => {
      if (key === '?') latest.current.onHelp()
      else if (key === '/') document.querySelector<HTMLInputElement>('[data-source-search] input')?.focus()
      else return false
      return true
    }
    // In the capture phase: a focused button would treat Ctrl+Enter as a press.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [store, run])
}
