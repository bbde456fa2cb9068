import type { StepForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import {
  fillOf,
  symbolSizeOf,
  type TimeseriesProps,
  timeseriesProps,
} from '#charts/shared/timeseries/timeseries-props.ts'

/** Returns steps before, at or after each point; filled if `area` is on. */
export function toProps(input: ChartInput<StepForm>): TimeseriesProps {
  return timeseriesProps(input, {
    shape: 'line',
    curve: input.form.seriesType,
    fill: fillOf(input.form),
    symbolSize: symbolSizeOf(input.form),
    horizontal: false,
  })
}
