import type { ChartInput } from '#charts/chart.ts'
import { numberOr } from '#charts/shared/number-format.ts'
import { symbolSizeOf, type TimeseriesProps, timeseriesProps } from '#charts/shared/timeseries-props.ts'

/** Lines; filled when `area` is on. */
export function toProps(input: ChartInput): TimeseriesProps {
  return timeseriesProps(input, {
    shape: 'line',
    curve: 'straight',
    fill: input.form['area'] === true ? numberOr(input.form['opacity'], 0.2) : 0,
    symbolSize: symbolSizeOf(input.form),
    horizontal: false,
  })
}
