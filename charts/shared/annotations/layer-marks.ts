import type { LayerStyle, LayerMark, MarkedLayer } from './layer-shapes.ts'
import { axisEnds, axisPositions } from './axis-positions.ts'
import { dimensionText } from '#charts/shared/cell.ts'
import type { Axis } from '#charts/shared/axes/x-axis.ts'
import type { AnnotationLayer } from '#core/annotation/layer.ts'
import type { LayerData } from '#core/form/layer-data.ts'
import { STRING } from '#core/table/table.ts'

type Row = LayerData['records'][number]

interface Columns {
  readonly from: string
  readonly to: string
  readonly title: string
  readonly descriptions: readonly string[]
}

const NATIVE: Columns = {
  from: 'start_dttm',
  to: 'end_dttm',
  title: 'short_descr',
  descriptions: ['long_descr'],
}

function columnsOf(layer: AnnotationLayer): Columns {
  if (layer.sourceType === 'NATIVE') return NATIVE
  return {
    from: layer.timeColumn ?? '',
    to: layer.intervalEndColumn ?? '',
    title: layer.titleColumn ?? '',
    descriptions: layer.descriptionColumns ?? [],
  }
}

/** Returns the events or intervals of a layer on this axis; empty for other layers. */
export function layerMarks(
  layer: AnnotationLayer,
  style: LayerStyle,
  data: LayerData,
  x: Axis,
): readonly MarkedLayer[] {
  const kind = ({ EVENT: 'event', INTERVAL: 'interval' } as const)[layer.annotationType as 'EVENT']
  const ends = axisEnds(x)
  if (!kind || !ends) return []
  const columns = columnsOf(layer)
  const positionOf = axisPositions(x)
  const marks = data.records.flatMap((row): LayerMark[] => {
    const from = positionOf(row[columns.from])
    const to = kind === 'event' ? from : positionOf(row[columns.to])
    if (from === null || to === null || Math.max(from, to) < ends[0] || Math.min(from, to) > ends[1]) return []
    const [start, end] = [Math.max(ends[0], Math.min(from, to)), Math.min(ends[1], Math.max(from, to))]
    return [{ from: start, to: end, ...textsOf(row, columns, data, layer.name) }]
  })
  return [{ layer: layer.name, kind, look: style, marks }]
}

function textsOf(row: Row, { title, descriptions }: Columns, { chart }: LayerData, layer: string) {
  const text = (name: string): string => {
    const value = row[name]
    if (value === null || value === undefined || value === '') return ''
    return dimensionText(value, chart?.coltypes[chart.colnames.indexOf(name)] ?? STRING)
  }
  return {
    title: text(title) || layer,
    description: descriptions
      .map(text)
      .filter((part) => part !== '')
      .join('\n'),
  }
}
