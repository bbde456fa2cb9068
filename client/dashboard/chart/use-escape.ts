import { useEffect } from 'react'
import { clearSelection } from '../state/masks.ts'
import { newestPick } from '../drilling/newest-pick.ts'
import { actions, useDashboardStore } from '../state/store.ts'

/** Clears the newest selection on Escape, unless another handler takes the key. */
export function useEscape(): void {
  const store = useDashboardStore()
  useEffect(() => {
    let order: readonly string[] = []
    const stop = store.subscribe(({ masks }, before) => {
      if (masks !== before.masks) {
        const changed = Object.keys(masks).filter((id) => masks[id] !== before.masks[id])
        order = [...order.filter((id) => !changed.includes(id)), ...changed]
      }
    })
    const onKeyDown = (event: KeyboardEvent) => {
      const isOutside =
        event.target instanceof Element &&
        event.target.closest('input, textarea, [role=dialog], [role=menu], [role=listbox]') !== null
      if (event.key !== 'Escape' || event.defaultPrevented || isOutside) return
      const id = newestPick(store.getState().masks, order)
      if (id !== undefined) actions.setMask(store, id, clearSelection(id, store.getState().masks[id]))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      stop()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [store])
}
