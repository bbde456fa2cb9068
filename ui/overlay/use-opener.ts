import { type RefObject, useEffect, useRef, useState } from 'react'

/** What opened dialogs, by the dialogs that are there. */
const openers = new WeakMap<Element, Element>()

/** What has the focus; in a dialog, what opened that. */
function openerNow(): Element | null {
  const active = document.activeElement
  const dialog = active?.closest('[role=dialog], [role=alertdialog]')
  return (dialog && openers.get(dialog)) ?? active
}

/**
 * Where the focus goes when a dialog goes that stood in the place of another, as one with fields does for one that was
 * waiting for them: the focus came from the other, which is no longer there. Answers the ref of the dialog.
 */
export function useOpener(isOpen: boolean): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null)
  const [opener] = useState(() => (isOpen ? openerNow() : null))
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return
    if (dialog.current) openers.set(dialog.current, opener)
    return () => {
      // What the dialog came from is looked for within a frame, and another dialog has the focus by then.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body && opener.isConnected) opener.focus()
        }),
      )
    }
  }, [opener])
  return dialog
}
