import { useEffect, useRef } from 'react'

interface PageKeys {
  readonly onRun: () => void
  readonly onHelp: () => void
  /** Returns whether there was a run to stop. */
  readonly onStop: () => boolean
}

const FIELDS = 'input, textarea, [contenteditable]'
const DIALOGS = '[role=dialog], [role=alertdialog]'
/** Elements that Escape closes before it stops a run. */
const CLOSABLE = `${DIALOGS}, [role=listbox], [role=menu]`

/**
 * Keyboard shortcuts of the page: Ctrl+Enter runs, `?` outside of fields shows the shortcuts, and Escape stops the run
 * unless it closes something.
 */
export function usePageKeys(keys: PageKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onRunOrHelp = (event: KeyboardEvent) => {
      if (event.altKey || document.querySelector(DIALOGS)) return
      const target = event.target instanceof Element ? event.target : null
      const isChord = event.ctrlKey || event.metaKey
      if (isChord && event.key === 'Enter') latest.current.onRun()
      else if (!isChord && event.key === '?' && !target?.closest(FIELDS)) latest.current.onHelp()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(CLOSABLE)) return
      if (latest.current.onStop()) event.preventDefault()
    }
    // In the capture phase: before a focused button treats Ctrl+Enter as a press, and before the application shows its
    // own shortcuts.
    window.addEventListener('keydown', onRunOrHelp, true)
    // In the bubble phase: Escape first closes fields and menus.
    window.addEventListener('keydown', onEscape)
    return () => {
      window.removeEventListener('keydown', onRunOrHelp, true)
      window.removeEventListener('keydown', onEscape)
    }
  }, [])
}
