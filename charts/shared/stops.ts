import { xText } from './timeseries-axes.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { numberFormatter } from '#core/format/number.ts'

/** A place of the picture that can be reached by keys, and what is said there. `dataIndex` -1 is a series as a whole. */
export interface Stop {
  readonly text: string
  readonly mark: { readonly seriesId: string; readonly dataIndex: number }
  readonly seriesIndex: number
}

/** The places in order, made when they are reached. */
export interface Stops {
  readonly count: number
  readonly at: (index: number) => Stop
}

/** Series where picking one filters, else the places on the x axis with the values there. */
export function timeseriesStops(props: TimeseriesProps): Stops {
  const { series, x, stack } = props
  const first = stack === 'Stream' ? 1 : 0
  if (series.some((each) => Object.keys(each.pick).length > 0)) {
    const at = (index: number): Stop => ({
      text: series[index]?.name ?? '',
      mark: { seriesId: `s${index}`, dataIndex: -1 },
      seriesIndex: index + first,
    })
    return { count: series.length, at }
  }
  const write = numberFormatter(props.yAxis.format)
  const at = (index: number): Stop => {
    const values = series.map((each) => {
      const value = each.values[index] ?? null
      return `${each.name} ${value === null ? '-' : write(value)}`
    })
    const text = `${xText(props, index, props.tooltip.format)}: ${values.join(', ')}`
    return { text, mark: { seriesId: 's0', dataIndex: index }, seriesIndex: first }
  }
  return { count: series.length > 0 ? x.values.length : 0, at }
}
