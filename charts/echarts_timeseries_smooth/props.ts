import type { SmoothForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { symbolSizeOf, type TimeseriesProps, timeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'

/** Returns curves through the values. */
export function toProps(input: ChartInput<SmoothForm>): TimeseriesProps {
  return timeseriesProps(input, {
    shape: 'line',
    curve: 'smooth',
    fill: 0,
    symbolSize: symbolSizeOf(input.form),
    horizontal: false,
  })
}
