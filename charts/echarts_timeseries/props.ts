import type { GenericForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { markOf } from '#charts/shared/timeseries/series-style.ts'
import { type TimeseriesProps, timeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'

/** Returns lines, curves, steps, points or bars. */
export function toProps(input: ChartInput<GenericForm>): TimeseriesProps {
  const { form } = input
  // Points are never stacked.
  const isSeparate = form.seriesType === 'scatter'
  return timeseriesProps(isSeparate ? { ...input, form: { ...form, stack: null } } : input, markOf(form))
}
