import type { Series } from '#charts/shared/series/one-series.ts'
import type { SeriesLook, TimeseriesProps } from './timeseries-props.ts'

/** Returns the display options of a series: those of its query, or else those of all series. */
export function lookOf(props: TimeseriesProps, { question }: Series): SeriesLook {
  const { mark, stack, labels, yAxis, looks } = props
  return looks?.[question ?? 0] ?? { mark, stack, labels, axis: 0, format: yAxis.format }
}
