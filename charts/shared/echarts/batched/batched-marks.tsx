import { color as tint, graphic, helper } from 'echarts/core'

/** The path methods for drawing an outline: of an ECharts path or a canvas context. */
export type Outline = Pick<
  CanvasPath,
  'moveTo' | 'lineTo' | 'arc' | 'bezierCurveTo' | 'quadraticCurveTo' | 'rect' | 'closePath'
>

/** Left, top, width and height, in pixels of the group. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** Many marks of one type, indexed in paint order. */
export interface BatchedMarks {
  readonly count: number
  readonly box: Box
  /** Returns the data index of a mark. */
  dataIndex(mark: number): number
  /**
   * Paints all marks. If `highlighted` is given, only those have full opacity. `opacity` applies to all, while other marks are
   * hovered.
   */
  paint(context: CanvasRenderingContext2D, highlighted: ReadonlySet<number> | undefined, opacity: number): void
  trace(path: Outline, mark: number): void
  has(mark: number, x: number, y: number): boolean
  /** Returns the style of a hovered mark. */
  pointed(mark: number): Readonly<Record<string, unknown>>
}

/** The series data that marks belong to. */
export interface BatchedSeries {
  readonly seriesIndex: number
  readonly data: {
    /** Distinguishes nodes and links. */
    readonly dataType?: string
    setItemGraphicEl(dataIndex: number, element: ShapeElement | null): void
  }
}

/** The opacity at which ECharts dims unrelated marks. */
export const DIMMED_OPACITY = 0.1

/** A custom element; subclasses define its shape. */
const Shape = graphic.extendShape({ type: 'batch', shape: {}, buildPath: () => {} })
export type ShapeElement = InstanceType<typeof Shape>

/** One element for all marks: it paints them and does its own hit testing. */
class BatchedPath extends Shape {
  /** The mark of the last hit test; -1 if there was none. */
  found = -1
  highlighted: ReadonlySet<number> | undefined
  private context: CanvasRenderingContext2D | null = null
  private readonly marks: BatchedMarks
  private readonly series: BatchedSeries

  constructor(marks: BatchedMarks, series: BatchedSeries, z2: number) {
    super({ z2, shape: {}, style: { fill: '#000' } })
    this.marks = marks
    this.series = series
  }

  override getBoundingRect(): graphic.BoundingRect {
    const [x, y, width, height] = this.marks.box
    return new graphic.BoundingRect(x, y, width, height)
  }

  /** Every canvas, including exports, must rebuild the path. */
  override beforeBrush = (): void => this.dirtyShape()

  override buildPath(path: unknown): void {
    this.context = (path as { getContext?(): CanvasRenderingContext2D | null }).getContext?.() ?? null
  }

  override afterBrush = (): void => {
    if (!this.context) return
    this.context.save()
    this.marks.paint(this.context, this.highlighted, this.style.opacity ?? 1)
    this.context.restore()
  }

  /** True if a point of the canvas hits a mark. Events of this element then refer to that mark. */
  override contain(x: number, y: number): boolean {
    const [left = 0, top = 0] = this.transformCoordToLocal(x, y)
    this.found = markAt(this.marks, left, top)
    if (this.found < 0) return false
    const { seriesIndex, data } = this.series
    const reported = { seriesIndex, dataType: data.dataType, dataIndex: this.marks.dataIndex(this.found) }
    Object.assign(helper.getECData(this as never), reported)
    return true
  }
}

/** Returns the topmost mark at a position; -1 if there is none. */
function markAt(marks: BatchedMarks, x: number, y: number): number {
  for (let mark = marks.count - 1; mark >= 0; mark--) if (marks.has(mark, x, y)) return mark
  return -1
}

/**
 * Paints marks that are too many for single elements, of which ECharts keeps four states each. Only the mark that is
 * hovered or has keyboard focus becomes an element.
 */
export class BatchedLayer {
  readonly group = new graphic.Group()
  private drawn:
    | { readonly path: BatchedPath; readonly marks: BatchedMarks; readonly series: BatchedSeries }
    | undefined
  private spot: ShapeElement | undefined
  private marked = -1
  /** The mark with keyboard focus, shown while no mark is hovered. */
  private reported = -1

  /**
   * Draws marks in place of the previous ones and returns their common element.
   * @param z2 the z-order within the group
   */
  draw(marks: BatchedMarks, series: BatchedSeries, z2: number): ShapeElement {
    this.clear()
    const path = new BatchedPath(marks, series, z2)
    path.on('mousemove', () => this.show(path.found))
    path.on('mouseout', () => this.show(this.reported))
    this.drawn = { path, marks, series }
    this.group.add(path as never)
    return path
  }

  clear(): void {
    this.group.removeAll()
    this.drawn = undefined
    this.spot = undefined
    this.marked = -1
    this.reported = -1
  }

  /** Shows a mark by its index until another one is hovered; -1 shows none. */
  point(mark: number): void {
    this.reported = mark
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
    // The tooltip of a mark with keyboard focus is positioned at its element.
    series.data.setItemGraphicEl(marks.dataIndex(mark), this.spot)
  }

  /** Shows a mark by its data index. */
  pointData(dataIndex: unknown): void {
    if (!this.drawn) return
    const { marks } = this.drawn
    for (let mark = 0; mark < marks.count; mark++) if (marks.dataIndex(mark) === dataIndex) return this.point(mark)
    this.point(-1)
  }

  /** Repaints all marks after a change of their styles. */
  repaint(): void {
    this.drawn?.path.dirty()
  }

  /** Dims all marks except these; undefined dims none. */
  focus(highlighted: ReadonlySet<number> | undefined): void {
    if (!this.drawn || this.drawn.path.highlighted === highlighted) return
    this.drawn.path.highlighted = highlighted
    this.drawn.path.dirty()
  }
}

/** Lightens a color, or darkens it by a negative amount. An invalid color is returned unchanged. */
export const lightenColor = (color: string, by: number): string => tint.lift(color, by) ?? color
