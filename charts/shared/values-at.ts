import { isExpected, outlookAt, ownPlaces } from './expected.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { numberFormatter } from '#core/format/number.ts'
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

/** The values at one x as text, in the order of their series; those without value and forecast are left out. */
export function valuesAt(props: TimeseriesProps, index: number): readonly ValueAt[] {
  const { series } = props
  const write = numberFormatter(props.yAxis.format)
  const hasForecasts = series.some(isExpected)
  return ownPlaces(series).flatMap((at): ValueAt[] => {
    const { name = '', values } = series[at] ?? {}
    const value = values?.[index] ?? null
    const outlook = hasForecasts ? outlookAt(series, name, index) : undefined
    if (outlook === undefined) return value === null ? [] : [{ at, name, text: write(value), value }]
    const { expected, lower, upper } = outlook
    const range = lower === null || upper === null ? '' : ` (${write(lower)} – ${write(upper)})`
    const text = t('forecast %s', `${write(expected)}${range}`)
    return [{ at, name, text: value === null ? text : `${write(value)}, ${text}`, value: value ?? expected }]
  })
}
