import type { Series } from './one-series.ts'
import type { SeriesLook, TimeseriesProps } from './timeseries-props.ts'

/** How a series is drawn: as its question says, else as all series are. */
export function lookOf(props: TimeseriesProps, { question }: Series): SeriesLook {
  const { mark, stack, labels, yAxis, looks } = props
  return looks?.[question ?? 0] ?? { mark, stack, labels, axis: 0, format: yAxis.format }
}
