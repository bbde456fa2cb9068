import type { ChartInput } from '#charts/chart.ts'
import { numberOr } from '#charts/shared/number-format.ts'
import { type Mark, symbolSizeOf, type TimeseriesProps, timeseriesProps } from '#charts/shared/timeseries-props.ts'

const CURVES: readonly Mark['curve'][] = ['smooth', 'start', 'middle', 'end']

/** Filled surfaces, straight, smooth or in steps. */
export function toProps(input: ChartInput): TimeseriesProps {
  return timeseriesProps(input, {
    shape: 'line',
    curve: CURVES.find((curve) => curve === input.form['seriesType']) ?? 'straight',
    fill: numberOr(input.form['opacity'], 0.2),
    symbolSize: symbolSizeOf(input.form),
    horizontal: false,
  })
}
