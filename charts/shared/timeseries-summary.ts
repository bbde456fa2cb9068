import { layerTexts } from './annotations/layer-summary.ts'
import { ownPlaces } from './expected.ts'
import { cut } from './legend.ts'
import { lookOf } from './series-look.ts'
import { xText } from './timeseries-axes.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'

/** With more of them the ends of each would be more than one listens to. */
const MOST_IN_FULL = 3

interface Mark {
  readonly name: string
  readonly place: number
  readonly value: number
  readonly text: string
}

/** Where a series begins and ends, its highest and its lowest value. */
function endsOf(marks: readonly Mark[]) {
  const first = marks[0]
  const last = marks.at(-1)
  if (!first || !last) return undefined
  const highest = marks.reduce((most, mark) => (mark.value > most.value ? mark : most))
  const lowest = marks.reduce((least, mark) => (mark.value < least.value ? mark : least))
  return { first, last, highest, lowest }
}

/** What the values say: of each series where they are few, else of all together. */
function valueTexts(props: TimeseriesProps): string[] {
  const at = ({ text, place }: Mark) => t('%s at %s', text, cut(xText(props, place, '%Y-%m-%d'), 40))
  const marks = ownPlaces(props.series).map((index) => {
    const series = props.series[index]
    if (!series) return []
    const { name, values } = series
    const write = numberFormatter(lookOf(props, series).format)
    return values.flatMap((value, place): Mark[] =>
      value === null ? [] : [{ name, place, value, text: write(value) }],
    )
  })
  if (marks.length > MOST_IN_FULL) {
    const ends = endsOf(marks.flat())
    if (!ends) return []
    const { highest, lowest } = ends
    return [t('highest %s: %s, lowest %s: %s', cut(highest.name, 40), at(highest), cut(lowest.name, 40), at(lowest))]
  }
  return marks.flatMap((own) => {
    const ends = endsOf(own)
    if (!ends) return []
    const { first, last, highest, lowest } = ends
    const values = [first.text, last.text, at(highest), at(lowest)] as const
    return [`${cut(first.name, 40)}: ${t('first %s, last %s, highest %s, lowest %s', ...values)}`]
  })
}

/** One line that says what a chart over time shows. */
export function timeseriesSummary(props: TimeseriesProps): string {
  const { series, x } = props
  if (series.length === 0 || x.values.length === 0) return t('Chart without values')
  const own = ownPlaces(series).map((at) => series[at]?.name ?? '')
  const names = own
    .slice(0, 5)
    .map((name) => cut(name, 40))
    .join(', ')
  const range = [xText(props, 0, '%Y-%m-%d'), xText(props, x.values.length - 1, '%Y-%m-%d')].map((text) =>
    cut(text, 40),
  )
  const count = tn('%s series', '%s series', own.length, own.length)
  const summary = t('%s: %s, from %s to %s', count, names, range[0] ?? '', range[1] ?? '')
  return [summary, ...valueTexts(props), ...layerTexts(props)].join('. ')
}
