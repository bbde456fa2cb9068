import { type RefObject, useEffect, useRef, useState } from 'react'

/** The element that opened each dialog. */
const openers = new WeakMap<Element, Element>()

/** Returns the focused element, or inside a dialog the element that opened it. */
function openerNow(): Element | null {
  const active = document.activeElement
  const dialog = active?.closest('[role=dialog], [role=alertdialog]')
  return (dialog && openers.get(dialog)) ?? active
}

/**
 * Restores the focus after a dialog that replaced another one closes, for example a form that replaced a loading
 * dialog. The focus came from the other dialog, which no longer exists. Returns the ref of the dialog.
 */
export function useOpener(isOpen: boolean): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null)
  const [opener] = useState(() => (isOpen ? openerNow() : null))
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return
    if (dialog.current) openers.set(dialog.current, opener)
    return () => {
      // react-aria restores the focus within one frame, and another dialog may have the focus by then.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body && opener.isConnected) opener.focus()
        }),
      )
    }
  }, [opener])
  return dialog
}
