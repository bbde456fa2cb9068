import { isForecastSeries } from '#charts/shared/series/forecast-points.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import type { MarkRows } from '#charts/chart.ts'
import { xText } from '#charts/shared/axes/x-text.ts'

const isNamed = ({ selection }: { readonly selection: object }): boolean => Object.keys(selection).length > 0

/**
 * Returns the mark of a series at one x. Undefined if no rows of that x are behind it: for whole series (`dataIndex`
 * -1), forecasts, time comparisons, and the series of remaining groups.
 */
export function markOf(props: TimeseriesProps, seriesIndex: number, dataIndex: number): MarkRows | undefined {
  const { series, x } = props
  const own = series[seriesIndex]
  if (!own || x.column === '' || !(dataIndex >= 0 && dataIndex < x.values.length)) return undefined
  if (isForecastSeries(own) || own.role === 'compared' || (!isNamed(own) && series.some(isNamed))) return undefined
  return {
    rows: { ...own.selection, [x.column]: x.values[dataIndex] ?? null },
    text: xText(props, dataIndex, props.tooltip.format),
  }
}
