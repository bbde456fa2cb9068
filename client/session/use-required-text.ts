import { useRef, useState } from 'react'

/**
 * Returns the state of a text field that a form requires: its value, the props of the field, and `check`, which returns
 * whether the field has a text and otherwise shows the message and focuses the field.
 */
export function useRequiredText(message: string, initial = '') {
  const [value, setValue] = useState(initial)
  const [isRejected, setRejected] = useState(false)
  const inputRef = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const isEmpty = value === ''
  const check = (): boolean => {
    setRejected(isEmpty)
    if (isEmpty) inputRef.current?.focus()
    return !isEmpty
  }
  const field = { value, onChange: setValue, error: isRejected && isEmpty ? message : undefined, inputRef }
  return { value, field, check }
}
