import { color as tint, graphic, helper } from 'echarts/core'

/** What an outline is drawn with: a path of ECharts or the context of a canvas. */
export type Outline = Pick<
  CanvasPath,
  'moveTo' | 'lineTo' | 'arc' | 'bezierCurveTo' | 'quadraticCurveTo' | 'rect' | 'closePath'
>

/** Left, top, width and height in pixels of the group that marks are in. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** Many marks of one kind, numbered in the order in which they are painted. */
export interface LightMarks {
  readonly count: number
  readonly box: Box
  /** The number of a mark in the data of its series, by the number of the mark. */
  dataIndex(mark: number): number
  /** Paints all; where `lit` is given, it alone at full strength. `opacity` is that of all, where others are pointed at. */
  paint(context: CanvasRenderingContext2D, lit: ReadonlySet<number> | undefined, opacity: number): void
  trace(path: Outline, mark: number): void
  has(mark: number, x: number, y: number): boolean
  /** How a mark is drawn while somebody points at it. */
  pointed(mark: number): Readonly<Record<string, unknown>>
}

/** What of a series is told of its marks. */
export interface LightSeries {
  readonly seriesIndex: number
  readonly data: {
    /** Nodes and links are told apart by it. */
    readonly dataType?: string
    setItemGraphicEl(dataIndex: number, element: ShapeElement | null): void
  }
}

/** Of what does not belong to what is pointed at, as ECharts fades it. */
export const LIGHT_FADED = 0.1

/** An element of a figure of its own, which whoever makes one says. */
const Shape = graphic.extendShape({ type: 'light', shape: {}, buildPath: () => {} })
export type ShapeElement = InstanceType<typeof Shape>

/** All marks as one element: it paints them itself and says which of them is under the pointer. */
class LightPath extends Shape {
  /** The mark that was found last; -1 where there was none. */
  found = -1
  lit: ReadonlySet<number> | undefined
  private context: CanvasRenderingContext2D | null = null
  private readonly marks: LightMarks
  private readonly series: LightSeries

  constructor(marks: LightMarks, series: LightSeries, z2: number) {
    super({ z2, shape: {}, style: { fill: '#000' } })
    this.marks = marks
    this.series = series
  }

  override getBoundingRect(): graphic.BoundingRect {
    const [x, y, width, height] = this.marks.box
    return new graphic.BoundingRect(x, y, width, height)
  }

  /** The path is asked for again by each canvas that it is painted on, files among them. */
  override beforeBrush = (): void => this.dirtyShape()

  override buildPath(path: unknown): void {
    this.context = (path as { getContext?(): CanvasRenderingContext2D | null }).getContext?.() ?? null
  }

  override afterBrush = (): void => {
    if (!this.context) return
    this.context.save()
    this.marks.paint(this.context, this.lit, this.style.opacity ?? 1)
    this.context.restore()
  }

  /** Whether a point of the canvas is in a mark; events of this element then tell of that mark. */
  override contain(x: number, y: number): boolean {
    const [left = 0, top = 0] = this.transformCoordToLocal(x, y)
    this.found = markAt(this.marks, left, top)
    if (this.found < 0) return false
    const { seriesIndex, data } = this.series
    const told = { seriesIndex, dataType: data.dataType, dataIndex: this.marks.dataIndex(this.found) }
    Object.assign(helper.getECData(this as never), told)
    return true
  }
}

/** The uppermost mark at a place; -1 where there is none. */
function markAt(marks: LightMarks, x: number, y: number): number {
  for (let mark = marks.count - 1; mark >= 0; mark--) if (marks.has(mark, x, y)) return mark
  return -1
}

/**
 * Marks that are too many to be elements of their own: ECharts has an element with four states for each, here all are
 * painted as one. Only the one that is pointed at, or that keys have come to, is an element.
 */
export class LightLayer {
  readonly group = new graphic.Group()
  private drawn: { readonly path: LightPath; readonly marks: LightMarks; readonly series: LightSeries } | undefined
  private spot: ShapeElement | undefined
  private marked = -1
  /** The mark that is to be shown while the pointer is at none. */
  private told = -1

  /**
   * Draws the marks in place of those before, and gives the element that they are.
   * @param z2 the marks lie over all of the group that has less
   */
  draw(marks: LightMarks, series: LightSeries, z2: number): ShapeElement {
    this.clear()
    const path = new LightPath(marks, series, z2)
    path.on('mousemove', () => this.show(path.found))
    path.on('mouseout', () => this.show(this.told))
    this.drawn = { path, marks, series }
    this.group.add(path as never)
    return path
  }

  clear(): void {
    this.group.removeAll()
    this.drawn = undefined
    this.spot = undefined
    this.marked = -1
    this.told = -1
  }

  /** Shows by its number a mark that is told of, until the pointer is at another; none by -1. */
  point(mark: number): void {
    this.told = mark
    this.show(mark)
  }

  private show(mark: number): void {
    if (!this.drawn || mark === this.marked) return
    const { marks, series, path } = this.drawn
    if (this.spot) this.group.remove(this.spot as never)
    if (this.marked >= 0) series.data.setItemGraphicEl(marks.dataIndex(this.marked), null)
    this.marked = mark
    this.spot = undefined
    if (mark < 0) return
    this.spot = new Shape({
      shape: {},
      silent: true,
      z: path.z,
      zlevel: path.zlevel,
      z2: path.z2 + 1,
      style: marks.pointed(mark),
      buildPath: (outline) => marks.trace(outline, mark),
    })
    this.group.add(this.spot as never)
    // What is told at a mark that keys have come to is placed by its element.
    series.data.setItemGraphicEl(marks.dataIndex(mark), this.spot)
  }

  /** The same by the number that a mark has in the data of its series. */
  pointData(dataIndex: unknown): void {
    if (!this.drawn) return
    const { marks } = this.drawn
    for (let mark = 0; mark < marks.count; mark++) if (marks.dataIndex(mark) === dataIndex) return this.point(mark)
    this.point(-1)
  }

  /** Paints all anew: what they are drawn with has changed. */
  repaint(): void {
    this.drawn?.path.dirty()
  }

  /** Fades all but these; none where nothing is given. */
  focus(lit: ReadonlySet<number> | undefined): void {
    if (!this.drawn || this.drawn.path.lit === lit) return
    this.drawn.path.lit = lit
    this.drawn.path.dirty()
  }
}

/** A colour made lighter, or darker by less than 0; one that cannot be read stays. */
export const lifted = (color: string, by: number): string => tint.lift(color, by) ?? color
