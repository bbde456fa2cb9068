import { ownTime } from '#calls/clock.ts'
import type { Charts, ChartState } from '#client/chart/machine.ts'

/** When the oldest data of a chart were read; undefined while there are none, or none that answer its question. */
export function readAt(chart: ChartState): number | undefined {
  const { queriesResponse: answers, chartUpdateEndTime: end } = chart
  if (!answers || answers.length === 0 || end === null || chart.chartStatus === 'failed') return undefined
  return Math.min(end, ...answers.map(({ cost }) => ownTime(cost.made_at)))
}

/** When the oldest data on the page were read. */
export function oldestReadAt(charts: Charts): number | undefined {
  const all = Object.values(charts).flatMap((chart) => readAt(chart) ?? [])
  return all.length > 0 ? Math.min(...all) : undefined
}
