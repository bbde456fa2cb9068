import { layerTexts } from './annotations/layer-summary.ts'
import { ownPlaces } from './expected.ts'
import { cut } from './legend.ts'
import { xText } from './timeseries-axes.ts'
import type { TimeseriesProps } from './timeseries-props.ts'
import { t, tn } from '#core/text/t.ts'

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
  return [summary, ...layerTexts(props)].join('. ')
}
