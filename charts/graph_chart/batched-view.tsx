import { containStroke as isNearLine } from 'zrender/lib/contain/line.js'
import { containStroke as isNearCurve } from 'zrender/lib/contain/quadratic.js'
import type { LinkStyle } from './option.ts'
import {
  type Box,
  DIMMED_OPACITY,
  lightenColor,
  type BatchedMarks,
  type BatchedSeries,
  type Outline,
} from '#charts/shared/echarts/batched/batched-marks.tsx'
import { isSvgRenderer, type SeriesViewClass } from '#charts/shared/echarts/batched/batched-installer.tsx'
import { type LinkEnds, LinkLayer, linksAtNodes } from '#charts/shared/echarts/batched/link-layer.tsx'

type Point = readonly [x: number, y: number]

/** ECharts links with their layout: both ends, and the control point of a curved link. */
interface LinkData extends Omit<BatchedSeries['data'], 'dataType'> {
  readonly dataType: 'edge'
  readonly hostModel: {
    readonly seriesIndex: number
    /** Returns how to draw each link; absent if each link is an element. */
    get(key: 'strokes'): ((at: number) => LinkStyle) | undefined
  }
  readonly graph: { readonly edges: readonly LinkEnds[] }
  /** The index of a link in the option. The data does not count links whose nodes the legend hides. */
  getRawIndex(dataIndex: number): number
  getItemLayout(dataIndex: number): readonly [Point, Point, Point?] | undefined
  ensureUniqueItemVisual(dataIndex: number, key: 'style'): object
}

/** The drawer of links within ECharts' graph view; only the methods that the view calls. */
interface Lines {
  readonly group: object
  updateData(links: LinkData): void
  updateLayout(): void
  remove(): void
}

/** The private parts of ECharts' graph view. */
interface GraphParts {
  _lineDraw: Lines
  readonly _mainGroup: { add(element: unknown): void }
}

interface Stroke extends LinkStyle {
  readonly dataIndex: number
  readonly from: Point
  readonly to: Point
  readonly bend: Point | undefined
}

/** The minimum width for hit testing, in pixels. */
const MIN_HIT_WIDTH = 5
const LIFT = -0.1

/** Returns the links whose nodes are drawn. */
const shownOf = ({ graph }: LinkData): readonly LinkEnds[] => graph.edges.filter(({ dataIndex }) => dataIndex >= 0)

function strokesOf(links: LinkData, styleAt: (at: number) => LinkStyle): Stroke[] {
  return shownOf(links).flatMap(({ dataIndex }) => {
    const [from, to, bend] = links.getItemLayout(dataIndex) ?? []
    const isPlaced = from && to && [...from, ...to].every((each) => !Number.isNaN(each))
    return isPlaced ? [{ ...styleAt(links.getRawIndex(dataIndex)), dataIndex, from, to, bend }] : []
  })
}

/** Returns the bounding box of all links; a curved link stays within its control points. */
function boxOf(strokes: readonly Stroke[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  let widest = 0
  for (const { from, to, bend, width } of strokes) {
    widest = Math.max(widest, width)
    for (const [x, y] of bend ? [from, to, bend] : [from, to]) {
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x)
      bottom = Math.max(bottom, y)
    }
  }
  const room = Math.max(widest, MIN_HIT_WIDTH)
  return strokes.length === 0
    ? [0, 0, 0, 0]
    : [left - room, top - room, right - left + 2 * room, bottom - top + 2 * room]
}

function trace(path: Outline, { from, to, bend }: Stroke): void {
  path.moveTo(...from)
  if (bend) path.quadraticCurveTo(...bend, ...to)
  else path.lineTo(...to)
}

/** @param scale returns the zoom factor; link widths do not depend on it */
function marksOf(strokes: readonly Stroke[], scale: () => number): BatchedMarks {
  const styleOf = ({ color, opacity, width }: Stroke) => ({ stroke: color, lineWidth: width, opacity })
  return {
    count: strokes.length,
    box: boxOf(strokes),
    dataIndex: (mark) => strokes[mark]?.dataIndex ?? -1,
    paint: (context, highlighted) => {
      const pixel = 1 / scale()
      for (const stroke of strokes) {
        context.globalAlpha = stroke.opacity * (highlighted && !highlighted.has(stroke.dataIndex) ? DIMMED_OPACITY : 1)
        context.strokeStyle = stroke.color
        context.lineWidth = stroke.width * pixel
        context.beginPath()
        trace(context, stroke)
        context.stroke()
      }
    },
    trace: (path, mark) => trace(path, strokes[mark] as Stroke),
    has: (mark, x, y) => {
      const { from, to, bend, width } = strokes[mark] as Stroke
      const wide = Math.max(width, MIN_HIT_WIDTH) / scale()
      return bend ? isNearCurve(...from, ...bend, ...to, wide, x, y) : isNearLine(...from, ...to, wide, x, y)
    },
    pointed: (mark) => {
      const stroke = strokes[mark] as Stroke
      return { ...styleOf(stroke), stroke: lightenColor(stroke.color, LIFT), fill: null, strokeNoScale: true }
    },
  }
}

/** Draws links as one element if the option defines `strokes`, else as ECharts does. */
class EitherLines implements Lines {
  readonly group: object
  private readonly own: Lines
  private readonly layer: LinkLayer
  private readonly isSvg: boolean
  private drawn: LinkData | undefined

  constructor(own: Lines, layer: LinkLayer, isSvg: boolean) {
    this.group = own.group
    this.own = own
    this.layer = layer
    this.isSvg = isSvg
  }

  updateData(links: LinkData): void {
    const styles = links.hostModel.get('strokes')
    this.layer.batch.clear()
    this.drawn = undefined
    if (styles && !this.isSvg) {
      this.own.remove()
      this.drawn = links
      return this.updateLayout()
    }
    if (styles)
      for (const { dataIndex } of shownOf(links)) {
        const { color: stroke, width: lineWidth, opacity } = styles(links.getRawIndex(dataIndex))
        Object.assign(links.ensureUniqueItemVisual(dataIndex, 'style'), { stroke, lineWidth, opacity })
      }
    this.own.updateData(links)
  }

  /** Called when nodes move or the zoom changes. */
  updateLayout(): void {
    const styles = this.drawn?.hostModel.get('strokes')
    if (!this.drawn || !styles) return this.own.updateLayout()
    const { batch } = this.layer
    const { seriesIndex } = this.drawn.hostModel
    const marks = marksOf(strokesOf(this.drawn, styles), () => batch.group.getGlobalScale()[0] || 1)
    this.layer.draw(marks, { seriesIndex, data: this.drawn }, 0, linksAtNodes(shownOf(this.drawn)))
  }

  remove(): void {
    this.layer.batch.clear()
    this.own.remove()
  }
}

/** Returns a graph view that paints its links as one element if the option defines `strokes`. */
export function batchedGraphView(View: SeriesViewClass): SeriesViewClass {
  return class BatchedGraphView extends View {
    private readonly links = new LinkLayer()

    override init(ecModel: object, api: object): void {
      super.init(ecModel, api)
      this.links.listen(this.group)
      const parts = this as unknown as GraphParts
      parts._lineDraw = new EitherLines(parts._lineDraw, this.links, isSvgRenderer(api))
      parts._mainGroup.add(this.links.batch.group)
    }

    override highlight(series: object, ecModel: object, api: object, payload: { readonly dataIndex?: unknown }): void {
      super.highlight(series, ecModel, api, payload)
      this.links.focusNode(payload.dataIndex)
    }

    override downplay(series: object, ecModel: object, api: object, payload: object): void {
      super.downplay(series, ecModel, api, payload)
      this.links.focusNode(undefined)
    }
  }
}
