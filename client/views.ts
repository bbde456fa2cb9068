import type { ChartViewProps, ToProps } from '#charts/chart.ts'
import type { FilterViewProps } from '#filters/filter-type.ts'
import { type ComponentType, useEffect, useState } from 'react'
import { FilterViewFailure, FilterViewPlaceholder } from './shell/FilterViewStates.tsx'
import { lazyView } from './shell/lazy-view.tsx'

/** The View of a chart type, and the function that builds its props from results. */
export interface ChartView {
  readonly View: ComponentType<ChartViewProps & Record<string, unknown>>
  readonly toProps: ToProps
}

interface ChartModule {
  readonly default: ChartView['View']
  readonly toProps: ToProps
  /** Starts to load the code that the View draws with after its first frame. */
  readonly preload?: () => void
}

const foundCharts = import.meta.glob('../charts/*/View.tsx') as Record<string, () => Promise<ChartModule>>
const fetchedCharts = new Map<string, ChartView>()

/** Loads the View of a chart type, for example while its query is running. */
export async function fetchChartView(vizType: string): Promise<void> {
  const found = await foundCharts[`../charts/${vizType}/View.tsx`]?.()
  found?.preload?.()
  // Reuse the object for the same View, because a new object would rebuild the props.
  if (found && fetchedCharts.get(vizType)?.View !== found.default)
    fetchedCharts.set(vizType, { View: found.default, toProps: found.toProps })
}

/** Registers the View of a plug-in chart type. */
export function addChartView(vizType: string, view: ChartView): void {
  fetchedCharts.set(vizType, view)
}

/**
 * Returns the View of a chart type once there are results, or the error if loading failed for these; new results load
 * it again. Undefined while it loads and for unknown types. Suspense is not used: React delays content that leaves a
 * Suspense fallback by 300 ms, and a View is usually loaded before its result.
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

type FilterViewModule = { readonly default: ComponentType<FilterViewProps> }
const foundFilters = import.meta.glob('../filters/*/View.tsx') as Record<string, () => Promise<FilterViewModule>>

/** Views of native filters by type, each loaded when first drawn. */
export const filterViews: ReadonlyMap<string, ComponentType<FilterViewProps>> = new Map(
  Object.entries(foundFilters).map(([path, load]) => [
    path.split('/').at(-2) as string,
    lazyView(async () => (await load()).default, FilterViewPlaceholder, FilterViewFailure),
  ]),
)
