import { toBrowserTime } from '#calls/clock.ts'
import type { ChartState } from './chart-state.ts'

/**
 * Returns when the oldest data of a chart were read; undefined without data, or if none belong to its current query.
 */
export function oldestReadTime(chart: ChartState): number | undefined {
  const { queriesResponse: answers, chartUpdateEndTime: end } = chart
  if (!answers || answers.length === 0 || end === null || chart.chartStatus === 'failed') return undefined
  return Math.min(end, ...answers.map(({ cost }) => toBrowserTime(cost.made_at)))
}
