import type { LayerLook, LayerMark, MarkedLayer } from './layer-shapes.ts'
import { cut } from '#charts/shared/legend/legend.ts'
import type { TimeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import type { TooltipRow } from '#charts/shared/tooltip/tooltip.ts'
import { numberFormatter } from '#core/format/number.ts'

const LONGEST = 80

/** The colour of a layer or of one of its lines, by its name: its own, or the next of the scheme. */
export type ColorOf = (look: LayerLook, name: string) => string

/** A point under the pointer: of which series, and which of its points. */
interface Hovered {
  readonly seriesId?: string
  readonly dataIndex: number
}

const LINE_ID = /^layer-line-(\d+)$/

export function isLayerLine({ seriesId }: Hovered): boolean {
  return LINE_ID.test(seriesId ?? '')
}

/** How near an event must be to be told at a place: half of the way to the neighbours of the place. */
function reach({ x }: TimeseriesProps, place: number): readonly [number, number] {
  if (x.kind === 'category') return [place, place]
  const values = x.values.map(Number)
  const next = values.findIndex((value) => value > place)
  const after = next < 0 ? place : (values[next] ?? place)
  const before = values[(next < 0 ? values.length : next) - 2] ?? place
  return [place - (place - before) / 2, place + (after - place) / 2]
}

/** What is said of an event or interval: its layer, its title, its description. */
export function markRow({ layer }: MarkedLayer, { title, description }: LayerMark, color: string): TooltipRow {
  const parts = [title, ...description.split('\n')].filter((part) => part !== '')
  return { name: layer, color, text: cut(parts.join(' · '), LONGEST) }
}

/** The place of a point on the x axis. */
function placeOf(props: TimeseriesProps, point: Hovered): number {
  const line = props.layers.lines[Number(LINE_ID.exec(point.seriesId ?? '')?.[1])]
  if (line) return line.points[point.dataIndex]?.[0] ?? 0
  return props.x.kind === 'time' ? Number(props.x.values[point.dataIndex]) : point.dataIndex
}

/** What is laid over the chart where these points are: values of lines, and the events and intervals there. */
export function hoveredLayers(props: TimeseriesProps, points: readonly Hovered[], colorOf: ColorOf) {
  const { lines, marked } = props.layers
  const nearest = points.find((point) => !isLayerLine(point)) ?? points[0]
  const place = nearest ? placeOf(props, nearest) : 0
  const write = numberFormatter(props.yAxis.format)
  const values = points.flatMap(({ seriesId, dataIndex }): (TooltipRow & { value: number })[] => {
    const line = lines[Number(LINE_ID.exec(seriesId ?? '')?.[1])]
    const value = line?.points[dataIndex]?.[1] ?? null
    if (!line || value === null) return []
    return [{ name: line.name, color: colorOf(line.look, line.name), text: write(value), value }]
  })
  const [from, to] = marked.length > 0 ? reach(props, place) : [place, place]
  const marks = marked.flatMap((each) =>
    each.marks
      .filter((mark) => mark.from <= to && mark.to >= from)
      .map((mark) => markRow(each, mark, colorOf(each.look, each.layer))),
  )
  return { place, lines: values, marks }
}
