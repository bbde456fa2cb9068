import type { ScatterForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type TimeseriesProps, timeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'

/** Returns one point per value; points are never stacked. */
export function toProps(input: ChartInput<ScatterForm>): TimeseriesProps {
  const { form } = input
  const mark = { shape: 'scatter', curve: 'straight', fill: 0, symbolSize: form.markerSize, horizontal: false } as const
  return timeseriesProps({ ...input, form: { ...form, stack: null, only_total: false, percentage_threshold: 0 } }, mark)
}
