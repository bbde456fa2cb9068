import { useEffect, useMemo } from 'react'
import { actions, useDashboardStore } from '../state/store.ts'

/**
 * Highlights the charts of a filter while its element is hovered or contains the focus. The highlight also ends when
 * the element unmounts, as a removed chip does, because no pointer event follows.
 */
export function useChartHighlight(filterId: string) {
  const store = useDashboardStore()
  const handlers = useMemo(() => {
    const light = () => actions.light(store, filterId)
    const darken = () => actions.light(store, undefined)
    return { onPointerEnter: light, onPointerLeave: darken, onFocus: light, onBlur: darken }
  }, [store, filterId])
  useEffect(
    () => () => {
      if (store.getState().highlightedFilterId === filterId) handlers.onPointerLeave()
    },
    [store, filterId, handlers],
  )
  return handlers
}
