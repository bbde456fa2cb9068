import { useContext } from 'react'
import { ReadOnlyContext } from '#ui/base/read-only.ts'
import { toast } from './toast.ts'

/**
 * Returns the action of a keyboard shortcut that saves something. On a read-only page it only says why nothing can be
 * saved, as the disabled control of the action does.
 */
export function useWriteAction(act: () => void): () => void {
  const reason = useContext(ReadOnlyContext)
  if (reason === undefined) return act
  return () => void toast.show({ text: reason, tone: 'warn' })
}
