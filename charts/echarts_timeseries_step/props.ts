import type { StepForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import {
  fillOf,
  symbolSizeOf,
  type TimeseriesProps,
  timeseriesProps,
} from '#charts/shared/timeseries/timeseries-props.ts'

/** Steps at, around or after each point; filled when `area` is on. */
export function toProps(input: ChartInput<StepForm>): TimeseriesProps {
  return timeseriesProps(input, {
    shape: 'line',
    curve: input.form.seriesType,
    fill: fillOf(input.form),
    symbolSize: symbolSizeOf(input.form),
    horizontal: false,
  })
}
