import { ownTime } from '#calls/clock.ts'
import type { ChartState } from './machine.ts'

/** When the oldest data of a chart were read; undefined while there are none, or none that answer its question. */
export function readAt(chart: ChartState): number | undefined {
  const { queriesResponse: answers, chartUpdateEndTime: end } = chart
  if (!answers || answers.length === 0 || end === null || chart.chartStatus === 'failed') return undefined
  return Math.min(end, ...answers.map(({ cost }) => ownTime(cost.made_at)))
}
