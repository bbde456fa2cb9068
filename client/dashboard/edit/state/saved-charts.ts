import { isFilterBox } from '#client/dashboard/state/filter-box/filter-boxes.ts'
import { parseObject } from '#client/dashboard/state/info.ts'
import type { ChartAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'

/** A saved chart with what it was saved with as an object. */
export interface SavedChart extends Omit<ChartAnswer, 'params'> {
  readonly params: Readonly<Record<string, unknown>>
}

export function savedChart(chart: ChartAnswer): SavedChart {
  return { ...chart, params: parseObject(chart.params) }
}

/** The saved charts a dashboard can be given. */
export interface SavedCharts {
  /** By id; those of the search before while another is asked for. */
  readonly slices: Readonly<Record<number, SavedChart>>
  /** Their ids in the order of the answer. */
  readonly order: readonly number[]
  readonly isLoading: boolean
  readonly errorMessage: string | null
  /** When charts arrived last, epoch milliseconds; 0 as long as none ever did. */
  readonly lastUpdated: number
}

export const noSavedCharts: SavedCharts = {
  slices: {},
  order: [],
  isLoading: false,
  errorMessage: null,
  lastUpdated: 0,
}

/** Whether charts are asked for: those of a search or a sort always, all of them once. */
export function isToFetch(state: SavedCharts, isNarrowed: boolean): boolean {
  return isNarrowed || state.lastUpdated === 0
}

export function chartsRequested(state: SavedCharts): SavedCharts {
  return { ...state, isLoading: true, errorMessage: null }
}

/** `now` in epoch milliseconds. With `withoutBoxes` filter boxes are left out: they became filters of their own. */
export function chartsArrived(charts: readonly ChartAnswer[], now: number, withoutBoxes: boolean): SavedCharts {
  const kept = charts.filter(({ viz_type }) => !withoutBoxes || !isFilterBox(viz_type))
  return {
    slices: Object.fromEntries(kept.map((chart) => [chart.id, savedChart(chart)])),
    order: kept.map(({ id }) => id),
    isLoading: false,
    errorMessage: null,
    lastUpdated: now,
  }
}

export function chartsFailed(state: SavedCharts): SavedCharts {
  return { ...state, isLoading: false, errorMessage: t('Could not fetch all saved charts') }
}
