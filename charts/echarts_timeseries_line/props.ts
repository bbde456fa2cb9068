import type { LineForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import {
  fillOf,
  symbolSizeOf,
  type TimeseriesProps,
  timeseriesProps,
} from '#charts/shared/timeseries/timeseries-props.ts'

/** Returns the lines; filled if `area` is on. */
export function toProps(input: ChartInput<LineForm>): TimeseriesProps {
  return timeseriesProps(input, {
    shape: 'line',
    curve: 'straight',
    fill: fillOf(input.form),
    symbolSize: symbolSizeOf(input.form),
    horizontal: false,
  })
}
