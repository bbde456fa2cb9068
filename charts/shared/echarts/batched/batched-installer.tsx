import type { use } from 'echarts/core'

interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An element of a picture, or a group of elements. */
interface PlacedElement {
  getBoundingRect(): Rect
  /** Returns the transform from element to picture coordinates; null for the identity. */
  getComputedTransform(): ArrayLike<number> | null
  childAt?(at: number): PlacedElement | undefined
}

/** Returns the center of a mark's shape, without its label, in picture coordinates. */
function middleOf(element: PlacedElement): readonly [x: number, y: number] {
  const shape = element.childAt?.(0) ?? element
  const { x, y, width, height } = shape.getBoundingRect()
  const [left, top] = [x + width / 2, y + height / 2]
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(shape.getComputedTransform() ?? [])
  return [a * left + c * top + e, b * left + d * top + f]
}

type Installer = Extract<Parameters<typeof use>[0], (registers: never) => unknown>

/** The used part of ECharts' series view. */
interface SeriesView {
  readonly group: {
    add(element: unknown): void
    on(name: string, handler: (event: object) => void): void
  }
  init(ecModel: object, api: object): void
  render(series: object, ecModel: object, api: object, payload: object): void
  remove(ecModel: object, api: object): void
  highlight(series: object, ecModel: object, api: object, payload: { readonly dataIndex?: unknown }): void
  downplay(series: object, ecModel: object, api: object, payload: object): void
}

export type SeriesViewClass = new () => SeriesView

/** The used part of ECharts' series model. */
export interface SeriesModel {
  getData(): {
    getItemGraphicEl(dataIndex: number): PlacedElement | undefined
    getItemLayout(dataIndex: number): unknown
  }
  getDataParams(...of: readonly [dataIndex: number, ...unknown[]]): object
}

export type SeriesModelClass = new (...given: never[]) => SeriesModel

/**
 * Returns a series model that positions the tooltip of a mark with keyboard focus. ECharts would compute the position
 * from the values of the mark, which is wrong for series without axes. Label formatters receive the layout of their
 * mark.
 */
export function withTooltipPosition(Model: SeriesModelClass): SeriesModelClass {
  return class PlacedModel extends Model {
    getTooltipPosition(dataIndex: number): readonly [number, number] | undefined {
      const element = this.getData().getItemGraphicEl(dataIndex)
      return element && middleOf(element)
    }

    override getDataParams(...of: readonly [dataIndex: number, ...unknown[]]): object {
      return { ...super.getDataParams(...of), layout: this.getData().getItemLayout(of[0]) }
    }
  }
}

const MADE = Symbol.for('facet with another view')

/** The ECharts stage that assigns colors to the marks of a series after the layout. */
export interface ColorStage {
  /** Processes one series. */
  reset?(series: object, ecModel: object, api: object): unknown
  /** Processes all series at once. */
  overallReset?(ecModel: object, api: object, payload: object): void
}

/**
 * Returns an installer for an ECharts series type with an extended view. Layout and colors are unchanged, unless
 * `recolor` replaces the color stage. Tooltips of keyboard navigation are at the marks, unless `remodel` replaces the
 * model. The same type returns the same installer, which ECharts applies once, even if this module is loaded again
 * while ECharts remains.
 */
export function batchedInstaller(
  install: Installer,
  change: (View: SeriesViewClass) => SeriesViewClass = (View) => View,
  recolor: (stage: ColorStage) => ColorStage = (stage) => stage,
  remodel: (Model: SeriesModelClass) => SeriesModelClass = withTooltipPosition,
): Installer {
  const known = install as Installer & { [MADE]?: Installer }
  known[MADE] ??= (registers) => {
    const registerChartView = (View: unknown) =>
      registers.registerChartView(change(View as SeriesViewClass) as unknown as never)
    const registerVisual = (stage: unknown) =>
      registers.registerVisual(recolor(stage as ColorStage) as unknown as never)
    const registerSeriesModel = (Model: unknown) => registers.registerSeriesModel(remodel(Model as SeriesModelClass))
    install({ ...registers, registerChartView, registerVisual, registerSeriesModel })
  }
  return known[MADE]
}

/** True if a picture consists of SVG elements, without a canvas. */
export function isSvgRenderer(api: object): boolean {
  const { painter } = (api as { getZr(): { readonly painter: { getType?(): string } } }).getZr()
  return painter.getType?.() === 'svg'
}

/** The used part of the ECharts global model. */
interface PictureModel {
  get(path: readonly string[]): unknown
}

/**
 * True if filled marks must be separate elements regardless of their number: in SVG, and if ECharts applies decal
 * patterns.
 */
export function areElements(ecModel: object, api: object): boolean {
  const model = ecModel as PictureModel
  return (
    isSvgRenderer(api) || (model.get(['aria', 'enabled']) === true && model.get(['aria', 'decal', 'show']) === true)
  )
}
