import type { Canvas } from '#charts/chart.ts'
import type { FilterViewProps } from '#filters/filter-type.ts'
import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react'

type Found<P> = Record<string, () => Promise<{ default: ComponentType<P> }>>

/** Views by the name of their folder, each loaded when first drawn. */
function byFolder<P>(found: Found<P>): ReadonlyMap<string, LazyExoticComponent<ComponentType<P>>> {
  return new Map(Object.entries(found).map(([path, load]) => [path.split('/').at(-2) as string, lazy(load)]))
}

type ChartView = ComponentType<Canvas & Record<string, unknown>>

const foundCharts = import.meta.glob('../charts/*/View.tsx') as Found<Canvas & Record<string, unknown>>
const fetchedCharts = new Map<string, ChartView>()

/** Fetches the View of a chart type, for instance while its answer is still on the way. */
export async function fetchChartView(vizType: string): Promise<void> {
  const found = await foundCharts[`../charts/${vizType}/View.tsx`]?.()
  if (found) fetchedCharts.set(vizType, found.default)
}

/** The View of a kind that is no folder here. */
export function addChartView(vizType: string, view: ChartView): void {
  fetchedCharts.set(vizType, view)
}

/**
 * The View of a chart type; undefined while it is fetched and for unknown types. One that cannot be fetched throws. Not
 * by Suspense: React holds back what comes out of it for 300 ms, and a View is mostly there before its answer.
 */
export function useChartView(vizType: string): ChartView | undefined {
  const [failed, setFailed] = useState<Error>()
  const [, setFetched] = useState(fetchedCharts.size)
  const view = fetchedCharts.get(vizType)
  useEffect(() => {
    if (view) return
    fetchChartView(vizType).then(
      () => setFetched(fetchedCharts.size),
      (error: unknown) => setFailed(error instanceof Error ? error : new Error(String(error))),
    )
  }, [vizType, view])
  if (failed) throw failed
  return view
}

export const filterViews = byFolder(import.meta.glob('../filters/*/View.tsx') as Found<FilterViewProps>)
