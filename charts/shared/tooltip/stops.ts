import { ownPlaces } from '#charts/shared/timeseries/expected.ts'
import { xText } from '#charts/shared/timeseries/timeseries-axes.ts'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import { valuesAt } from './values-at.ts'

/** A position for keyboard navigation, with its description. `dataIndex` -1 is a whole series. */
export interface Stop {
  readonly text: string
  readonly mark: { readonly seriesId: string; readonly dataIndex: number }
  readonly seriesIndex: number
}

/** The positions in order, created lazily. */
export interface Stops {
  readonly count: number
  readonly at: (index: number) => Stop
}

/** Returns the series if selecting one filters, or else the x values with all values there. */
export function timeseriesStops(props: TimeseriesProps): Stops {
  const { series, x, stack } = props
  const first = stack === 'Stream' ? 1 : 0
  const own = ownPlaces(series)
  const main = own[0] ?? 0
  if (series.some((each) => Object.keys(each.pick).length > 0)) {
    const at = (index: number): Stop => {
      const place = own[index] ?? 0
      const mark = { seriesId: `s${place}`, dataIndex: -1 }
      return { text: series[place]?.name ?? '', mark, seriesIndex: place + first }
    }
    return { count: own.length, at }
  }
  const at = (index: number): Stop => {
    const found = new Map(valuesAt(props, index).map((each) => [each.at, each.text]))
    const values = own.map((place) => `${series[place]?.name} ${found.get(place) ?? '-'}`)
    const text = `${xText(props, index, props.tooltip.format)}: ${values.join(', ')}`
    return { text, mark: { seriesId: `s${main}`, dataIndex: index }, seriesIndex: main + first }
  }
  return { count: series.length > 0 ? x.values.length : 0, at }
}
