import { useCallback } from 'react'
import { childrenOf, type Layout } from '#core/layout/node.ts'
import { usePrefetch } from '../state/use-prefetch.ts'

/** Returns the ids of the charts in a box of the layout, in order. */
function chartsWithin(layout: Layout, id: string): readonly number[] {
  return childrenOf(layout, id).flatMap(({ id: child, meta }) => [
    ...(meta.chartId === undefined ? [] : [meta.chartId]),
    ...chartsWithin(layout, child),
  ])
}

/** Returns a handler that prepares the charts of a hovered tab; leaving the tab cancels it. */
export function useTabPrefetch(): (tab: string | undefined) => void {
  const prefetch = usePrefetch()
  return useCallback(
    (tab) => prefetch(tab === undefined ? undefined : (state) => ({ state, charts: chartsWithin(state.layout, tab) })),
    [prefetch],
  )
}
