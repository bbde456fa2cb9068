import {
  type ColorStage,
  withTooltipPosition,
  type SeriesModel,
  type SeriesModelClass,
} from '#charts/shared/echarts/batched/batched-installer.tsx'

/** The used part of ECharts' model; without a path, `getModel` returns the model itself. */
interface LinkModel {
  getModel(path?: string | readonly string[]): LinkModel
}

interface LinkData {
  getItemModel(dataIndex: number): LinkModel
  each(act: (dataIndex: number) => void): void
}

interface GraphModel {
  readonly option: { readonly strokes?: unknown }
  getEdgeData(): LinkData
}

type GraphModelClass = new (
  ...given: never[]
) => SeriesModel & {
  getInitialData(option: GraphModel['option'], ecModel: object): { readonly graph: { readonly edgeData: LinkData } }
}

/** Makes all links share one model: none has options of its own. */
function shareModel(links: LinkData): void {
  const model = links.getItemModel(0)
  const partOf = model.getModel.bind(model)
  model.getModel = (path) => (path === undefined ? model : partOf(path))
  links.getItemModel = () => model
}

/** Returns a graph model whose links share one model if the option defines `strokes`. */
export function sharedLinkModel(Model: SeriesModelClass): SeriesModelClass {
  const Placed = withTooltipPosition(Model) as GraphModelClass
  return class PlainGraphModel extends Placed {
    override getInitialData(option: GraphModel['option'], ecModel: object) {
      const data = super.getInitialData(option, ecModel)
      if (option.strokes) shareModel(data.graph.edgeData)
      return data
    }
  }
}

/** Skips links in ECharts' color stage, which would visit each of them: `strokes` defines their colors. */
export function skipLinkColors(stage: ColorStage): ColorStage {
  const overallReset: ColorStage['overallReset'] = (ecModel, api, payload) => {
    const plain: LinkData[] = []
    const series = ecModel as { eachSeriesByType(type: 'graph', act: (model: GraphModel) => void): void }
    series.eachSeriesByType('graph', (model) => {
      if (model.option.strokes) plain.push(model.getEdgeData())
    })
    for (const links of plain) Object.assign(links, { each: () => {} })
    stage.overallReset?.(ecModel, api, payload)
    for (const links of plain) Reflect.deleteProperty(links, 'each')
  }
  return { ...stage, overallReset }
}
