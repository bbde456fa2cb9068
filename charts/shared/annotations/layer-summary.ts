import type { LayeredChart } from './layer-shapes.ts'
import { cut } from '#charts/shared/legend/legend.ts'
import { t } from '#core/text/t.ts'
import { placeText } from '#charts/shared/axes/x-text.ts'

const MAX_MARKS = 5
const DAY = '%Y-%m-%d'

/** Returns one sentence per visible annotation layer. */
export function layerTexts(props: LayeredChart): readonly string[] {
  const { lines, marked } = props.layers
  const drawn = lines.filter(({ points }) => points.some(([, value]) => value !== null))
  return [
    ...drawn.map(({ name }) => t('Line %s', cut(name, 40))),
    ...marked.flatMap(({ layer, kind, marks }) => {
      const shown = marks.slice(0, MAX_MARKS).map(({ title, from, to }) => {
        const [start, end] = [placeText(props, from, DAY), placeText(props, to, DAY)]
        return kind === 'event'
          ? t('%s on %s', cut(title, 40), start)
          : t('%s from %s to %s', cut(title, 40), start, end)
      })
      const more = marks.length > MAX_MARKS ? [t('%s more', marks.length - MAX_MARKS)] : []
      return shown.length > 0 ? [`${cut(layer, 40)}: ${[...shown, ...more].join(', ')}`] : []
    }),
  ]
}
