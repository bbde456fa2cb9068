import { useEffect, useMemo } from 'react'
import { actions, useDashboardStore } from '../state/store.ts'

/**
 * Lights the charts of a filter while what stands for it is pointed at, or has the focus in it. What goes meanwhile, as a
 * chip that is taken away, leaves nothing lit: nobody tells that the pointer has left it.
 */
export function useLighting(filterId: string) {
  const store = useDashboardStore()
  const hands = useMemo(() => {
    const light = () => actions.light(store, filterId)
    const darken = () => actions.light(store, undefined)
    return { onPointerEnter: light, onPointerLeave: darken, onFocus: light, onBlur: darken }
  }, [store, filterId])
  useEffect(
    () => () => {
      if (store.getState().highlightedFilterId === filterId) hands.onPointerLeave()
    },
    [store, filterId, hands],
  )
  return hands
}
