import { useEffect } from 'react'
import { clearSelection } from '../state/masks.ts'
import { latestSelection } from '../drilling/latest-selection.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'

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
      const id = latestSelection(store.getState().masks, order)
      if (id !== undefined) actions.setMask(store, id, clearSelection(id, store.getState().masks[id]))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      stop()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [store])
}

/** Escape exits the full-window view of a chart, before any other handler of the key. */
export function useFullWindow(chartId: number): boolean {
  const store = useDashboardStore()
  const isFull = useDashboard((state) => state.fullChart === chartId)
  useEffect(() => {
    if (!isFull) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isOutside = event.target instanceof Element && event.target.closest('[role=dialog], [role=menu]') !== null
      if (event.key !== 'Escape' || event.defaultPrevented || isOutside) return
      event.preventDefault()
      actions.fill(store, undefined)
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [isFull, store])
  return isFull
}
