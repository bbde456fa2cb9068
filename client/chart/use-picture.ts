import { useMemo } from 'react'
import { type DatasetMetadata, propsFor } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import type { DashboardColors } from '#core/color/dashboard-colors.ts'
import type { FilterState } from '#core/mask/mask.ts'
import { toTable } from '#core/query/result.ts'
import { type ChartView, useChartView } from '#client/views.ts'
import type { ChartState } from './chart-state.ts'

/** The inputs of a drawn chart besides its results. */
export interface PictureParts {
  readonly chart: ChartState
  readonly details: DatasetMetadata
  /** Settings from the dashboard that contains the chart, or from which it was opened. */
  readonly colors: DashboardColors
  readonly filterState?: FilterState | undefined
  readonly ownState?: Record<string, unknown> | undefined
}

export type Picture =
  | { readonly View: ChartView['View']; readonly props: Record<string, unknown> }
  /** `unfetched`: the View could not be loaded. */
  | { readonly problem: string; readonly unfetched?: Error }
  | null

/**
 * Returns a chart's View with its props, or the problem that prevents drawing. Null before the first result, while the
 * View loads, and for unknown types.
 */
export function usePicture(parts: Omit<PictureParts, 'chart'> & { chart: ChartState | undefined }): Picture {
  const { chart, details, colors, filterState, ownState } = parts
  const layerData = chart?.annotationData
  const own = chart?.sliceFormData ?? chart?.form_data
  const answers = chart?.queriesResponse
  const view = useChartView(own?.viz_type ?? '', answers)
  return useMemo(() => {
    if (!own || !answers || !layerData || !view) return null
    if (view instanceof Error) return { problem: view.message, unfetched: view }
    const { colorScheme, labelColors, colorDomain } = colors
    const form = colorScheme ? { ...own, color_scheme: colorScheme } : own
    const type = chartType(form.viz_type)
    if (!type) return null
    try {
      const props = propsFor(type, view.toProps, {
        form,
        tables: answers.map(toTable),
        entries: answers,
        dataset: details,
        labelColors,
        ...(colorDomain ? { colorDomain } : {}),
        layerData,
        filterState,
        ownState,
      })
      return { View: view.View, props: props as Record<string, unknown> }
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) }
    }
  }, [own, answers, view, details, colors, layerData, filterState, ownState])
}
