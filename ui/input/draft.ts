import { useState } from 'react'

/** What is being typed, begun anew whenever the value from outside changes. */
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
