import { isFilterBox } from '#client/dashboard/state/filter-box/filter-boxes.ts'
import { parseObject } from '#client/dashboard/state/dashboard-info.ts'
import type { ChartResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'

/** A saved chart with its parsed form data. */
export interface SavedChart extends Omit<ChartResponse, 'params'> {
  readonly params: Readonly<Record<string, unknown>>
}

export function savedChart(chart: ChartResponse): SavedChart {
  return { ...chart, params: parseObject(chart.params) }
}

/** The saved charts that can be added to a dashboard. */
export interface SavedCharts {
  /** Charts by id; those of the previous search while a new one loads. */
  readonly slices: Readonly<Record<number, SavedChart>>
  /** Chart ids in response order. */
  readonly order: readonly number[]
  readonly isLoading: boolean
  readonly errorMessage: string | null
  /** When charts last arrived, epoch milliseconds; 0 if never. */
  readonly lastUpdated: number
}

export const noSavedCharts: SavedCharts = {
  slices: {},
  order: [],
  isLoading: false,
  errorMessage: null,
  lastUpdated: 0,
}

/** True if charts must be fetched: for a search or sort always, for the full list once. */
export function shouldFetchCharts(state: SavedCharts, isNarrowed: boolean): boolean {
  return isNarrowed || state.lastUpdated === 0
}

export function chartsRequested(state: SavedCharts): SavedCharts {
  return { ...state, isLoading: true, errorMessage: null }
}

/**
 * Returns the state after charts have arrived. `now` in epoch milliseconds. With `withoutBoxes`, filter boxes are left
 * out because they were migrated to native filters.
 */
export function chartsArrived(charts: readonly ChartResponse[], now: number, withoutBoxes: boolean): SavedCharts {
  const stored = charts.filter(({ viz_type }) => !withoutBoxes || !isFilterBox(viz_type))
  return {
    slices: Object.fromEntries(stored.map((chart) => [chart.id, savedChart(chart)])),
    order: stored.map(({ id }) => id),
    isLoading: false,
    errorMessage: null,
    lastUpdated: now,
  }
}

export function chartsFailed(state: SavedCharts): SavedCharts {
  return { ...state, isLoading: false, errorMessage: t('Could not fetch all saved charts') }
}
