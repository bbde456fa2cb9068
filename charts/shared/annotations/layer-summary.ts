import type { LayeredChart } from './layer-shapes.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import { t } from '#core/text/t.ts'
import { xPositionText } from '#charts/shared/axes/x-text.ts'

const MAX_MARKS = 5
const DAY = '%Y-%m-%d'

/** Returns one sentence per visible annotation layer. */
export function layerTexts(props: LayeredChart): readonly string[] {
  const { lines, marked } = props.layers
  const drawn = lines.filter(({ points }) => points.some(([, value]) => value !== null))
  return [
    ...drawn.map(({ name }) => t('Line %s', truncateLabel(name, 40))),
    ...marked.flatMap(({ layer, kind, marks }) => {
      const shown = marks.slice(0, MAX_MARKS).map(({ title, from, to }) => {
        const [start, end] = [xPositionText(props, from, DAY), xPositionText(props, to, DAY)]
        return kind === 'event'
          ? t('%s on %s', truncateLabel(title, 40), start)
          : t('%s from %s to %s', truncateLabel(title, 40), start, end)
      })
      const more = marks.length > MAX_MARKS ? [t('%s more', marks.length - MAX_MARKS)] : []
      return shown.length > 0 ? [`${truncateLabel(layer, 40)}: ${[...shown, ...more].join(', ')}`] : []
    }),
  ]
}
