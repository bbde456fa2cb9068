import { useEffect, useRef } from 'react'
import { childrenOf, type Layout } from '#core/layout/node.ts'
import { useLoader } from '../state/loading.ts'
import { useDashboardStore } from '../state/store.ts'

/** How long the pointer rests on a tab before its charts are prepared, in milliseconds. */
const REST_MS = 80

/** The maximum number of chart types that are loaded for one tab. */
const MAX_TYPES = 12

/** Returns the ids of the charts in a box of the layout, in order. */
function chartsWithin(layout: Layout, id: string): readonly number[] {
  return childrenOf(layout, id).flatMap(({ id: child, meta }) => [
    ...(meta.chartId === undefined ? [] : [meta.chartId]),
    ...chartsWithin(layout, child),
  ])
}

/**
 * Returns a handler that prepares a hovered tab: it loads the code that draws its charts. Nothing is queried, so a tab
 * that is not opened costs the database nothing. Leaving the tab cancels it.
 */
export function useTabPrefetch(): (tab: string | undefined) => void {
  const store = useDashboardStore()
  const { fetchView } = useLoader()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (tab) => {
    clearTimeout(timer.current)
    if (tab === undefined) return
    timer.current = setTimeout(() => {
      const { layout, charts } = store.getState()
      const types = chartsWithin(layout, tab).flatMap((id) => charts[id]?.form_data.viz_type ?? [])
      // If loading fails, the chart reports it when it is drawn.
      for (const type of [...new Set(types)].slice(0, MAX_TYPES)) fetchView(type).catch(() => {})
    }, REST_MS)
  }
}
