import type { Series } from '#charts/shared/series/series-table-types.ts'
import type { SeriesDisplayOptions, TimeseriesProps } from './timeseries-props.ts'

/** Returns the display options of a series: those of its query, or else those of all series. */
export function displayOptionsOf(props: TimeseriesProps, { question }: Series): SeriesDisplayOptions {
  const { mark, stack, labels, yAxis, looks } = props
  return looks?.[question ?? 0] ?? { mark, stack, labels, axis: 0, format: yAxis.format }
}
