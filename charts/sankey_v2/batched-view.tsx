import type { BandStyle } from './option.ts'
import {
  DIMMED_OPACITY,
  type BatchedMarks,
  type BatchedSeries,
  type Outline,
} from '#charts/shared/echarts/batched/batched-marks.tsx'
import { isSvgRenderer, type SeriesViewClass } from '#charts/shared/echarts/batched/batched-installer.tsx'
import { LinkLayer, linksAtNodes } from '#charts/shared/echarts/batched/link-layer.tsx'

interface BandPosition {
  readonly x: number
  readonly y: number
  readonly dx: number
}

/** The layout of a link in ECharts: its offsets on the bars of both ends, and its width. */
interface Edge {
  readonly dataIndex: number
  readonly node1: { readonly dataIndex: number; getLayout(): BandPosition }
  readonly node2: { readonly dataIndex: number; getLayout(): BandPosition }
  getLayout(): { readonly sy: number; readonly ty: number; readonly dy: number }
}

interface SankeyModel {
  readonly seriesIndex: number
  readonly layoutInfo: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  getGraph(): { edges: readonly Edge[] }
  getData(type: 'edge'): BatchedSeries['data']
  /** Returns how to draw each link; absent if each link is an element. */
  get(key: 'bands'): ((dataIndex: number) => BandStyle) | undefined
}

interface Band extends BandStyle {
  readonly dataIndex: number
  readonly left: number
  readonly right: number
  /** The top of the band at both ends, and its height. */
  readonly from: number
  readonly to: number
  readonly height: number
}

/** Steps of the binary search for a position on the curve, to a millionth of its width. */
const HALVINGS = 20

/** Returns the top edge of a band at `x`, on the curve that `trace` draws. */
function edgeAt({ left, right, from, to }: Band, x: number): number {
  const share = (x - left) / (right - left || 1)
  let [least, most] = [0, 1]
  for (let step = 0; step < HALVINGS; step++) {
    const t = (least + most) / 2
    // Both inner control points are in the middle.
    if (1.5 * t * (1 - t) + t ** 3 < share) least = t
    else most = t
  }
  const t = (least + most) / 2
  return from + (to - from) * t * t * (3 - 2 * t)
}

function trace(path: Outline, { left, right, from, to, height }: Band): void {
  const middle = (left + right) / 2
  path.moveTo(left, from)
  path.bezierCurveTo(middle, from, middle, to, right, to)
  path.lineTo(right, to + height)
  path.bezierCurveTo(middle, to + height, middle, from + height, left, from + height)
  path.closePath()
}

function bandOf(edge: Edge, bandStyle: BandStyle): Band {
  const [begin, end, { sy, ty, dy }] = [edge.node1.getLayout(), edge.node2.getLayout(), edge.getLayout()]
  return {
    ...bandStyle,
    dataIndex: edge.dataIndex,
    left: begin.x + begin.dx,
    right: end.x,
    from: begin.y + sy,
    to: end.y + ty,
    height: Math.max(1, dy),
  }
}

function marksOf(bands: readonly Band[], width: number, height: number): BatchedMarks {
  return {
    count: bands.length,
    box: [0, 0, width, height],
    dataIndex: (mark) => bands[mark]?.dataIndex ?? -1,
    paint: (context, highlighted) => {
      for (const band of bands) {
        context.globalAlpha = band.opacity * (highlighted && !highlighted.has(band.dataIndex) ? DIMMED_OPACITY : 1)
        context.fillStyle = band.color
        context.beginPath()
        trace(context, band)
        context.fill()
      }
    },
    trace: (path, mark) => trace(path, bands[mark] as Band),
    has: (mark, x, y) => {
      const band = bands[mark] as Band
      if (x < band.left || x > band.right) return false
      const edge = edgeAt(band, x)
      return y >= edge && y <= edge + band.height
    },
    pointed: (mark) => ({ fill: bands[mark]?.color, opacity: bands[mark]?.opacity }),
  }
}

/** Returns a Sankey view that paints its bands as one element if the option defines `bands`. */
export function batchedSankeyView(View: SeriesViewClass): SeriesViewClass {
  return class BatchedSankeyView extends View {
    private readonly links = new LinkLayer()

    override init(ecModel: object, api: object): void {
      super.init(ecModel, api)
      this.links.listen(this.group)
    }

    override render(model: SankeyModel, ecModel: object, api: object, payload: object): void {
      const styles = isSvgRenderer(api) ? undefined : model.get('bands')
      const { batch } = this.links
      batch.clear()
      if (!styles) return super.render(model, ecModel, api, payload)
      const graph = model.getGraph()
      const { edges } = graph
      graph.edges = []
      super.render(model, ecModel, api, payload)
      graph.edges = edges
      const { x, y, width, height } = model.layoutInfo
      batch.group.x = x
      batch.group.y = y
      const bands = edges.map((edge) => bandOf(edge, styles(edge.dataIndex)))
      const reported = { seriesIndex: model.seriesIndex, data: model.getData('edge') }
      this.links.draw(marksOf(bands, width, height), reported, 0, linksAtNodes(edges))
      this.group.add(batch.group)
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
