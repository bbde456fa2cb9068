import type { BarForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type TimeseriesProps, timeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'

/** Returns the bars, vertical or horizontal. */
export function toProps(input: ChartInput<BarForm>): TimeseriesProps {
  return timeseriesProps(input, {
    shape: 'bar',
    curve: 'straight',
    fill: 1,
    symbolSize: 0,
    horizontal: input.form.orientation === 'horizontal',
  })
}
