import { useState } from 'react'

/** Returns the edited value and its setter; it is reset whenever the outside value changes. */
export function useDraft<T>(outside: T): [T, (next: T) => void] {
  const [known, setKnown] = useState(outside)
  const [draft, setDraft] = useState(outside)
  if (known !== outside) {
    setKnown(outside)
    setDraft(outside)
    return [outside, setDraft]
  }
  return [draft, setDraft]
}
