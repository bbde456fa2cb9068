import type { use } from 'echarts/core'
import { middleOf, type PlacedElement } from './middle.ts'

type Installer = Extract<Parameters<typeof use>[0], (registers: never) => unknown>

/** What of ECharts' view of a series is gone on from. */
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

/** What of ECharts' model of a series is gone on from. */
export interface SeriesModel {
  getData(): {
    getItemGraphicEl(dataIndex: number): PlacedElement | undefined
    getItemLayout(dataIndex: number): unknown
  }
  getDataParams(...of: readonly [dataIndex: number, ...unknown[]]): object
}

export type SeriesModelClass = new (...given: never[]) => SeriesModel

/**
 * A model that tells where a tooltip of a mark is placed that keys have come to: ECharts reads it from the values of the
 * mark wherever a picture can be moved, but of what has no axes these are no place. Labels are told the layout of theirs.
 */
export function placed(Model: SeriesModelClass): SeriesModelClass {
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

/** How ECharts gives colours to the marks of a series, once they have their places. */
export interface ColorStage {
  /** Of one series after the other. */
  reset?(series: object, ecModel: object, api: object): unknown
  /** Of all series at once. */
  overallReset?(ecModel: object, api: object, payload: object): void
}

/**
 * A kind of series of ECharts with another view in the place of its own, which goes on from it: its layout stays what it
 * is, and its colours unless `recolor` says otherwise. Tooltips by keys stand at its marks, unless `remodel` gives it
 * another model. The same kind gives the same installer, which ECharts takes once, also where this module is read again
 * beside an ECharts that stays.
 */
export function withView(
  install: Installer,
  change: (View: SeriesViewClass) => SeriesViewClass = (View) => View,
  recolor: (stage: ColorStage) => ColorStage = (stage) => stage,
  remodel: (Model: SeriesModelClass) => SeriesModelClass = placed,
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

/** Whether a picture is made of shapes: these have no canvas to be painted on. */
export function isOfShapes(api: object): boolean {
  const { painter } = (api as { getZr(): { readonly painter: { getType?(): string } } }).getZr()
  return painter.getType?.() === 'svg'
}

/** What of the model of a whole picture is asked here. */
interface PictureModel {
  get(path: readonly string[]): unknown
}

/**
 * Whether marks that have a ground are elements whatever their number: in a picture of shapes, and where ECharts lays a
 * pattern over the colour of each.
 */
export function areElements(ecModel: object, api: object): boolean {
  const model = ecModel as PictureModel
  return isOfShapes(api) || (model.get(['aria', 'enabled']) === true && model.get(['aria', 'decal', 'show']) === true)
}
