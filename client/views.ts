import type { Canvas, ToProps } from '#charts/chart.ts'
import type { FilterViewProps } from '#filters/filter-type.ts'
import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react'

type Found<P> = Record<string, () => Promise<{ default: ComponentType<P> }>>

/** Views by the name of their folder, each loaded when first drawn. */
function byFolder<P>(found: Found<P>): ReadonlyMap<string, LazyExoticComponent<ComponentType<P>>> {
  return new Map(Object.entries(found).map(([path, load]) => [path.split('/').at(-2) as string, lazy(load)]))
}

/** What draws charts of a type, and what makes its props of answers. */
export interface ChartView {
  readonly View: ComponentType<Canvas & Record<string, unknown>>
  readonly toProps: ToProps
}

interface ChartModule {
  readonly default: ChartView['View']
  readonly toProps: ToProps
}

const foundCharts = import.meta.glob('../charts/*/View.tsx') as Record<string, () => Promise<ChartModule>>
const fetchedCharts = new Map<string, ChartView>()

/** Fetches the View of a chart type, for instance while its answer is still on the way. */
export async function fetchChartView(vizType: string): Promise<void> {
  const found = await foundCharts[`../charts/${vizType}/View.tsx`]?.()
  // The same object for the same View: props are made anew for another one.
  if (found && fetchedCharts.get(vizType)?.View !== found.default)
    fetchedCharts.set(vizType, { View: found.default, toProps: found.toProps })
}

/** The View of a kind that is no folder here. */
export function addChartView(vizType: string, view: ChartView): void {
  fetchedCharts.set(vizType, view)
}

/**
 * The View of a chart type, fetched once there are answers, or why it cannot be fetched for these: others have it fetched
 * anew. Undefined while it is fetched and for unknown types. Not by Suspense: React holds back what comes out of it for 300 ms, and a View is
 * mostly there before its answer.
 */
export function useChartView(vizType: string, answers: object | null | undefined): ChartView | Error | undefined {
  const [failed, setFailed] = useState<{ readonly error: Error; readonly answers: object | null | undefined }>()
  const [, setFetched] = useState(fetchedCharts.size)
  const view = fetchedCharts.get(vizType)
  useEffect(() => {
    if (view || !answers) return
    fetchChartView(vizType).then(
      () => setFetched(fetchedCharts.size),
      (error: unknown) => setFailed({ error: error instanceof Error ? error : new Error(String(error)), answers }),
    )
  }, [vizType, view, answers])
  return view ?? (failed?.answers === answers ? failed?.error : undefined)
}

export const filterViews = byFolder(import.meta.glob('../filters/*/View.tsx') as Found<FilterViewProps>)
