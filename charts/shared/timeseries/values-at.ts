import { ownValue } from '#core/rest/json.ts'
import { isForecastSeries, forecastAt, observedSeriesIndexes } from '#charts/shared/series/forecast-points.ts'
import { displayOptionsOf } from './series-display-options.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { distinctFormatter } from '#core/format/distinct-formatter.ts'
import type { NumberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

/** The value of one series at one x, with its forecast. */
export interface ValueAt {
  /** The index of the series. */
  readonly at: number
  readonly name: string
  readonly text: string
  /** The sort key of rows: the value, or else the forecast. */
  readonly value: number
}

/**
 * Returns the number formatter of each series at one x: the format of its metric, with digits that distinguish close
 * values.
 */
function writerAt(props: TimeseriesProps, index: number): (at: number) => NumberFormatter {
  const { series, tooltip } = props
  const formats = series.map((each) => ownValue(tooltip.formats, each.metric) ?? displayOptionsOf(props, each).format)
  const writers = new Map<string, NumberFormatter>()
  for (const format of new Set(formats)) {
    const values = observedSeriesIndexes(series).flatMap((at) =>
      formats[at] === format ? [series[at]?.values[index] ?? null].filter((value) => value !== null) : [],
    )
    writers.set(format, distinctFormatter(format, values))
  }
  return (at) => writers.get(formats[at] ?? '') ?? String
}

/** Returns the formatted values at one x in series order; series without value and forecast are left out. */
export function valuesAt(props: TimeseriesProps, index: number): readonly ValueAt[] {
  const { series } = props
  const writer = writerAt(props, index)
  const hasForecasts = series.some(isForecastSeries)
  return observedSeriesIndexes(series).flatMap((at): ValueAt[] => {
    const { name = '', values } = series[at] ?? {}
    const write = writer(at)
    const value = values?.[index] ?? null
    const outlook = hasForecasts ? forecastAt(series, name, index) : undefined
    if (outlook === undefined) return value === null ? [] : [{ at, name, text: write(value), value }]
    const { expected, lower, upper } = outlook
    const range = lower === null || upper === null ? '' : ` (${write(lower)} – ${write(upper)})`
    const text = t('forecast %s', `${write(expected)}${range}`)
    return [{ at, name, text: value === null ? text : `${write(value)}, ${text}`, value: value ?? expected }]
  })
}
