import type { LayeredChart, LayerStyle, LayerMark, MarkedLayer } from './layer-shapes.ts'
import { truncateLabel } from '#charts/shared/legend/legend.ts'
import type { TooltipRow } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'

const LONGEST = 80

/** Returns the color of a layer or one of its lines by name: the layer's color, or the next one of the scheme. */
export type ColorOf = (look: LayerStyle, name: string) => string

/** A hovered point: its series and its index. */
interface HoveredPoint {
  readonly seriesId?: string
  readonly dataIndex: number
}

const LINE_ID = /^layer-line-(\d+)$/

export function isLayerLine({ seriesId }: HoveredPoint): boolean {
  return LINE_ID.test(seriesId ?? '')
}

/** Returns the range within which an event belongs to a position: half of the distance to its neighbors. */
function reach({ x }: LayeredChart, position: number): readonly [number, number] {
  if (x.kind === 'category') return [position, position]
  const values = x.values.map(Number)
  const next = values.findIndex((value) => value > position)
  const after = next < 0 ? position : (values[next] ?? position)
  const before = values[(next < 0 ? values.length : next) - 2] ?? position
  return [position - (position - before) / 2, position + (after - position) / 2]
}

/** Returns the tooltip row of an event or interval: layer, title and description. */
export function layerMarkTooltipRow(
  { layer }: MarkedLayer,
  { title, description }: LayerMark,
  color: string,
): TooltipRow {
  const parts = [title, ...description.split('\n')].filter((part) => part !== '')
  return { name: layer, color, text: truncateLabel(parts.join(' · '), LONGEST) }
}

/** Returns the x position of a point. */
function positionOf(props: LayeredChart, point: HoveredPoint): number {
  const line = props.layers.lines[Number(LINE_ID.exec(point.seriesId ?? '')?.[1])]
  if (line) return line.points[point.dataIndex]?.[0] ?? 0
  return props.x.kind === 'time' ? Number(props.x.values[point.dataIndex]) : point.dataIndex
}

/** Returns the layer values, events and intervals at the hovered points. */
export function hoveredLayers(props: LayeredChart, points: readonly HoveredPoint[], colorOf: ColorOf) {
  const { lines, marked } = props.layers
  const nearest = points.find((point) => !isLayerLine(point)) ?? points[0]
  const position = nearest ? positionOf(props, nearest) : 0
  const write = numberFormatter(props.yAxis.format)
  const values = points.flatMap(({ seriesId, dataIndex }): (TooltipRow & { value: number })[] => {
    const line = lines[Number(LINE_ID.exec(seriesId ?? '')?.[1])]
    const value = line?.points[dataIndex]?.[1] ?? null
    if (!line || value === null) return []
    return [{ name: line.name, color: colorOf(line.look, line.name), text: write(value), value }]
  })
  const [from, to] = marked.length > 0 ? reach(props, position) : [position, position]
  const marks = marked.flatMap((each) =>
    each.marks
      .filter((mark) => mark.from <= to && mark.to >= from)
      .map((mark) => layerMarkTooltipRow(each, mark, colorOf(each.look, each.layer))),
  )
  return { position, lines: values, marks }
}
