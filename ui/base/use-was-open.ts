import { useState } from 'react'

/**
 * True once `isOpen` has been true. Content is not rendered before it is first opened, and stays rendered for the
 * closing animation.
 */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return isOpen || wasOpen
}
