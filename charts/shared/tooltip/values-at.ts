import { isExpected, outlookAt, ownPlaces } from '#charts/shared/timeseries/expected.ts'
import { lookOf } from '#charts/shared/timeseries/series-look.ts'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import { distinctFormatter } from '#core/format/distinct-formatter.ts'
import type { NumberFormatter } from '#core/format/number.ts'
import { t } from '#core/text/t.ts'

/** What is said of one series at one x: its value, and what was or is to be expected there. */
export interface ValueAt {
  /** The place of the series. */
  readonly at: number
  readonly name: string
  readonly text: string
  /** What rows are sorted by: the value, else the one expected. */
  readonly value: number
}

/** What writes the values of a series at one x: in the format of its metric, close ones apart. */
function writerAt(props: TimeseriesProps, index: number): (at: number) => NumberFormatter {
  const { series, tooltip } = props
  const formats = series.map((each) => tooltip.formats[each.metric] ?? lookOf(props, each).format)
  const writers = new Map<string, NumberFormatter>()
  for (const format of new Set(formats)) {
    const values = ownPlaces(series).flatMap((at) =>
      formats[at] === format ? [series[at]?.values[index] ?? null].filter((value) => value !== null) : [],
    )
    writers.set(format, distinctFormatter(format, values))
  }
  return (at) => writers.get(formats[at] ?? '') ?? String
}

/** The values at one x as text, in the order of their series; those without value and forecast are left out. */
export function valuesAt(props: TimeseriesProps, index: number): readonly ValueAt[] {
  const { series } = props
  const writer = writerAt(props, index)
  const hasForecasts = series.some(isExpected)
  return ownPlaces(series).flatMap((at): ValueAt[] => {
    const { name = '', values } = series[at] ?? {}
    const write = writer(at)
    const value = values?.[index] ?? null
    const outlook = hasForecasts ? outlookAt(series, name, index) : undefined
    if (outlook === undefined) return value === null ? [] : [{ at, name, text: write(value), value }]
    const { expected, lower, upper } = outlook
    const range = lower === null || upper === null ? '' : ` (${write(lower)} – ${write(upper)})`
    const text = t('forecast %s', `${write(expected)}${range}`)
    return [{ at, name, text: value === null ? text : `${write(value)}, ${text}`, value: value ?? expected }]
  })
}
