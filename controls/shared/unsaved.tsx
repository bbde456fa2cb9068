import { createContext, use, useEffect, useState } from 'react'

/** Told by an editor whether it holds input that is not saved; absent outside of a popover that asks. */
export const UnsavedContext = createContext<((isUnsaved: boolean) => void) | undefined>(undefined)

/** Reports to the popover around an editor whether its draft differs from the one it opened with. */
export function useUnsavedDraft(draft: unknown): void {
  const report = use(UnsavedContext)
  const text = JSON.stringify(draft)
  const [first] = useState(text)
  const isUnsaved = text !== first
  useEffect(() => report?.(isUnsaved), [report, isUnsaved])
}
