import { type RefObject, useEffect, useRef } from 'react'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'

const FIELDS = 'input, textarea, [role="combobox"], [contenteditable="true"]'

function focusFirstField(content: HTMLElement | null): void {
  const fields = [...(content?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
  fields.find((field) => !field.hasAttribute('disabled') && !field.hidden)?.focus({ preventScroll: true })
}

/**
 * Returns a ref for the content of an editor; its dialog passes the focus to the first field when it opens. On a phone
 * the keyboard on the screen would cover the rest of the dialog.
 */
export function useInitialFocus<E extends HTMLElement>(): RefObject<E | null> {
  const content = useRef<E>(null)
  const isNarrow = useIsNarrow()
  useEffect(() => {
    const dialog = content.current?.closest<HTMLElement>('[role=dialog]')
    if (!dialog || isNarrow) return
    const pass = () => focusFirstField(content.current)
    if (document.activeElement === dialog) pass()
    else if (!dialog.contains(document.activeElement)) dialog.addEventListener('focus', pass, { once: true })
    return () => dialog.removeEventListener('focus', pass)
  }, [isNarrow])
  return content
}
