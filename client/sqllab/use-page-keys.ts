import { useEffect, useRef } from 'react'

interface PageKeys {
  readonly onRun: () => void
  readonly onHelp: () => void
  /** Returns whether there was a run to stop. */
  readonly onStop: () => boolean
}

const FIELDS = 'input, textarea, [contenteditable]'
const DIALOGS = '[role=dialog], [role=alertdialog]'
/** What Escape closes before it stops a run. */
const CLOSABLE = `${DIALOGS}, [role=listbox], [role=menu]`

/**
 * Ctrl+Enter runs everywhere on the page, `?` outside of fields shows the keys, and Escape stops the run when nothing is
 * open that it closes.
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
    // Before a button under focus takes Ctrl+Enter for a press, and the product shows its own keys.
    window.addEventListener('keydown', onRunOrHelp, true)
    // After fields and menus, which Escape closes first.
    window.addEventListener('keydown', onEscape)
    return () => {
      window.removeEventListener('keydown', onRunOrHelp, true)
      window.removeEventListener('keydown', onEscape)
    }
  }, [])
}
