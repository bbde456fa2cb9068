import {
  type ColorStage,
  placed,
  type SeriesModel,
  type SeriesModelClass,
} from '#charts/shared/echarts/light/light-view.tsx'

/** What of a model of ECharts is asked here; without a path it is asked for itself. */
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

/** Gives all links one model: none of them says anything of its own. */
function shareModel(links: LinkData): void {
  const model = links.getItemModel(0)
  const partOf = model.getModel.bind(model)
  model.getModel = (path) => (path === undefined ? model : partOf(path))
  links.getItemModel = () => model
}

/** Graphs whose links have one model, where the option tells by `strokes` how these are drawn. */
export function plainGraph(Model: SeriesModelClass): SeriesModelClass {
  const Placed = placed(Model) as GraphModelClass
  return class PlainGraphModel extends Placed {
    override getInitialData(option: GraphModel['option'], ecModel: object) {
      const data = super.getInitialData(option, ecModel)
      if (option.strokes) shareModel(data.graph.edgeData)
      return data
    }
  }
}

/** Leaves links out where ECharts asks one after the other for its own colours: `strokes` tells them. */
export function plainStrokes(stage: ColorStage): ColorStage {
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
