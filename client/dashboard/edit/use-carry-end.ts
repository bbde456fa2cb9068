import { useEffect } from 'react'
import { letGo } from './editor-actions.ts'
import { useSession } from './session.ts'
import { usePointerInput } from './use-pointer-input.ts'

/**
 * Ends a move by keyboard that its box hears nothing of: the focus or the pointer goes elsewhere, which drops the node
 * where it is, or Escape is pressed while the box is drawn in its new place and has no focus.
 */
export function useCarryEnd(): void {
  const hands = usePointerInput()
  const id = useSession(({ carried }) => carried?.id)
  useEffect(() => {
    if (id === undefined) return
    const isInside = ({ target }: Event) =>
      target instanceof Element && target.closest(`[data-box="${CSS.escape(id)}"]`) !== null
    const onLeave = (event: Event) => {
      if (!isInside(event)) letGo(hands, true, true)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== document.body) return
      event.preventDefault()
      letGo(hands, false)
    }
    document.addEventListener('focusin', onLeave)
    document.addEventListener('pointerdown', onLeave)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('focusin', onLeave)
      document.removeEventListener('pointerdown', onLeave)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [hands, id])
}
