import type { AreaForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { symbolSizeOf, type TimeseriesProps, timeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'

/** Returns the filled areas: straight, smooth or stepped. */
export function toProps(input: ChartInput<AreaForm>): TimeseriesProps {
  return timeseriesProps(input, {
    shape: 'line',
    curve: input.form.seriesType === 'line' ? 'straight' : input.form.seriesType,
    fill: input.form.opacity,
    symbolSize: symbolSizeOf(input.form),
    horizontal: false,
  })
}
