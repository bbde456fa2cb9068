import { useEffect } from 'react'
import { letGo } from './editor-actions.ts'
import { useSession } from './session.ts'
import { usePointerInput } from './use-pointer-input.ts'

/**
 * Ends a keyboard move in the cases that its box cannot observe. If the focus or the pointer goes elsewhere, the node
 * is dropped at its position. The other case is Escape while the box renders at its new position without focus.
 */
export function useCarryEnd(): void {
  const stores = usePointerInput()
  const id = useSession(({ carried }) => carried?.id)
  useEffect(() => {
    if (id === undefined) return
    const isInside = ({ target }: Event) =>
      target instanceof Element && target.closest(`[data-box="${CSS.escape(id)}"]`) !== null
    const onLeave = (event: Event) => {
      if (!isInside(event)) letGo(stores, true, true)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== document.body) return
      event.preventDefault()
      letGo(stores, false)
    }
    document.addEventListener('focusin', onLeave)
    document.addEventListener('pointerdown', onLeave)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('focusin', onLeave)
      document.removeEventListener('pointerdown', onLeave)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [stores, id])
}
