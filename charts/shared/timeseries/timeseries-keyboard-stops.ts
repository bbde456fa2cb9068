import { observedSeriesIndexes } from '#charts/shared/series/forecast-points.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { valuesAt } from './values-at.ts'
import type { KeyboardStop, KeyboardStops } from '#charts/shared/echarts/keyboard-stops.ts'
import { xText } from '#charts/shared/axes/x-text.ts'

/** Returns the series if selecting one filters, or else the x values with all values there. */
export function timeseriesStops(props: TimeseriesProps): KeyboardStops {
  const { series, x, stack } = props
  const first = stack === 'Stream' ? 1 : 0
  const own = observedSeriesIndexes(series)
  const main = own[0] ?? 0
  if (series.some((each) => Object.keys(each.selection).length > 0)) {
    const at = (index: number): KeyboardStop => {
      const seriesIndex = own[index] ?? 0
      const mark = { seriesId: `s${seriesIndex}`, dataIndex: -1 }
      return { text: series[seriesIndex]?.name ?? '', mark, seriesIndex: seriesIndex + first }
    }
    return { count: own.length, at }
  }
  const at = (index: number): KeyboardStop => {
    const found = new Map(valuesAt(props, index).map((each) => [each.at, each.text]))
    const values = own.map((seriesIndex) => `${series[seriesIndex]?.name} ${found.get(seriesIndex) ?? '-'}`)
    const text = `${xText(props, index, props.tooltip.format)}: ${values.join(', ')}`
    return { text, mark: { seriesId: `s${main}`, dataIndex: index }, seriesIndex: main + first }
  }
  return { count: series.length > 0 ? x.values.length : 0, at }
}
