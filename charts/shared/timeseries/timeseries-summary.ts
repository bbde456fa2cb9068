import { localNumber } from '#core/format/locale.ts'
import { layerTexts } from '#charts/shared/annotations/layer-summary.ts'
import { observedSeriesIndexes } from '#charts/shared/series/forecast-points.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import { displayOptionsOf } from './series-display-options.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'
import { xText } from '#charts/shared/axes/x-text.ts'

/** The maximum number of series described one by one; more would be too long for a screen reader. */
const MAX_SERIES_IN_FULL = 3

/** A value with its series and x. */
interface Mark {
  readonly series: number
  readonly index: number
  readonly value: number
}

interface Ends {
  readonly first: Mark
  readonly last: Mark
  readonly highest: Mark
  readonly lowest: Mark
}

/** Returns the first, last, highest and lowest value of a series; of equal values the first one. */
function endsOf(values: readonly (number | null)[], series: number): Ends | undefined {
  const marks = { first: -1, last: -1, highest: -1, lowest: -1 }
  let [most, least] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (value === null || value === undefined) continue
    if (marks.first < 0) Object.assign(marks, { first: index, highest: index, lowest: index })
    marks.last = index
    if (value > most) [most, marks.highest] = [value, index]
    if (value < least) [least, marks.lowest] = [value, index]
  }
  if (marks.first < 0) return undefined
  const at = (index: number): Mark => ({ series, index, value: values[index] as number })
  return { first: at(marks.first), last: at(marks.last), highest: at(marks.highest), lowest: at(marks.lowest) }
}

/** Describes each series if there are few, or else all together. */
function valueTexts(props: TimeseriesProps): string[] {
  const { series } = props
  const nameOf = (mark: Mark) => truncateLabel(series[mark.series]?.name ?? '', 40)
  const textOf = (mark: Mark) => {
    const own = series[mark.series]
    return own ? numberFormatter(displayOptionsOf(props, own).format)(mark.value) : ''
  }
  const at = (mark: Mark) => t('%s at %s', textOf(mark), truncateLabel(xText(props, mark.index, '%Y-%m-%d'), 40))
  const own = observedSeriesIndexes(series)
  const all = own.flatMap((index) => endsOf(series[index]?.values ?? [], index) ?? [])
  if (own.length > MAX_SERIES_IN_FULL) {
    if (all.length === 0) return []
    const highest = all.map((ends) => ends.highest).reduce((most, mark) => (mark.value > most.value ? mark : most))
    const lowest = all.map((ends) => ends.lowest).reduce((least, mark) => (mark.value < least.value ? mark : least))
    return [t('highest %s: %s, lowest %s: %s', nameOf(highest), at(highest), nameOf(lowest), at(lowest))]
  }
  return all.map(({ first, last, highest, lowest }) => {
    const values = [textOf(first), textOf(last), at(highest), at(lowest)] as const
    return `${nameOf(first)}: ${t('first %s, last %s, highest %s, lowest %s', ...values)}`
  })
}

const count = (value: number) => localNumber.format(value)

/** Returns the note about omitted data of a time-series chart; empty if nothing is omitted. */
export function seriesNote({
  series,
  left = 0,
  unplaced = 0,
  gaps = 0,
}: Pick<TimeseriesProps, 'series' | 'left' | 'unplaced' | 'gaps'>): string {
  return [
    ...(left > 0
      ? [
          t(
            'Showing the largest %s of %s series',
            count(observedSeriesIndexes(series).length),
            count(observedSeriesIndexes(series).length + left),
          ),
        ]
      : []),
    ...(unplaced > 0
      ? [
          tn(
            '%s value at or below zero cannot be shown on a logarithmic axis',
            '%s values at or below zero cannot be shown on a logarithmic axis',
            unplaced,
            count(unplaced),
          ),
        ]
      : []),
    ...(gaps > 0
      ? [tn('%s point has no value after resampling', '%s points have no value after resampling', gaps, count(gaps))]
      : []),
  ].join('. ')
}

/** Returns a one-line summary of a time-series chart. */
export function timeseriesSummary(props: TimeseriesProps): string {
  const { series, x } = props
  if (series.length === 0 || x.values.length === 0) return t('Chart without values')
  const own = observedSeriesIndexes(series).map((at) => series[at]?.name ?? '')
  const names = own
    .slice(0, 5)
    .map((name) => truncateLabel(name, 40))
    .join(', ')
  const range = [xText(props, 0, '%Y-%m-%d'), xText(props, x.values.length - 1, '%Y-%m-%d')].map((text) =>
    truncateLabel(text, 40),
  )
  const many = tn('%s series', '%s series', own.length, own.length)
  const summary = t('%s: %s, from %s to %s', many, names, range[0] ?? '', range[1] ?? '')
  return [summary, ...valueTexts(props), ...layerTexts(props)].join('. ')
}
