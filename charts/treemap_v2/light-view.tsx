import type { PartLook } from './option.ts'
import {
  type Box,
  LightLayer,
  lifted,
  type LightMarks,
  type LightSeries,
} from '#charts/shared/echarts/light/light-marks.tsx'
import { areElements, type ColorStage, type SeriesViewClass } from '#charts/shared/echarts/light/light-view.tsx'

/** A part as ECharts lays it out; places are within what is around it. */
interface Part {
  readonly dataIndex: number
  viewChildren?: Part[]
  getLayout(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | undefined
}

interface TreemapModel {
  readonly seriesIndex: number
  readonly layoutInfo: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  getData(): LightSeries['data'] & { readonly tree: { readonly root: Part } }
  /** How a part without a label is drawn, undefined of the others; absent where all are to be elements. */
  get(key: 'plain'): ((dataIndex: number) => PartLook | undefined) | undefined
}

/** Width of the border of a part, within its place. */
const BORDER = 1
const LIFT = -0.1
/** Above everything else of the picture. */
const ABOVE = 1e4

interface Plain extends PartLook {
  readonly dataIndex: number
  readonly place: Box
}

/** What a part fills within its border. */
function within([x, y, width, height]: Box): Box {
  return [x + BORDER, y + BORDER, Math.max(0, width - 2 * BORDER), Math.max(0, height - 2 * BORDER)]
}

/** What is painted as one. */
interface Taken {
  readonly plain: readonly Plain[]
  /** Gives it back to the parts around it, when these are drawn. */
  readonly giveBack: () => void
}

/** Parts without a label, with their places in the picture; those around them keep the rest, and one at least. */
function takePlain(root: Part, lookOf: (dataIndex: number) => PartLook | undefined): Taken {
  const plain: Plain[] = []
  const taken: (readonly [Part, Part[]])[] = []
  const take = (part: Part, left: number, top: number): void => {
    const all = part.viewChildren
    if (!all?.length) return
    const kept: Part[] = []
    for (const [at, child] of all.entries()) {
      const look = at > 0 && !child.viewChildren?.length ? lookOf(child.dataIndex) : undefined
      const layout = child.getLayout()
      if (!look) kept.push(child)
      if (!layout) continue
      const [x, y] = [left + layout.x, top + layout.y]
      if (look) plain.push({ ...look, dataIndex: child.dataIndex, place: [x, y, layout.width, layout.height] })
      else take(child, x, y)
    }
    taken.push([part, all])
    part.viewChildren = kept
  }
  take(root, root.getLayout()?.x ?? 0, root.getLayout()?.y ?? 0)
  const giveBack = () => {
    for (const [part, all] of taken) part.viewChildren = all
  }
  return { plain, giveBack }
}

function marksOf(plain: readonly Plain[], box: Box): LightMarks {
  const placeOf = (mark: number): Box => plain[mark]?.place ?? [0, 0, 0, 0]
  return {
    count: plain.length,
    box,
    dataIndex: (mark) => plain[mark]?.dataIndex ?? -1,
    paint: (context) => {
      for (const { fill, border, place } of plain) {
        context.fillStyle = border
        context.fillRect(...place)
        context.fillStyle = fill
        context.fillRect(...within(place))
      }
    },
    trace: (path, mark) => path.rect(...within(placeOf(mark))),
    has: (mark, x, y) => {
      const [left, top, width, height] = placeOf(mark)
      return x >= left && y >= top && x <= left + width && y <= top + height
    },
    pointed: (mark) => {
      const { fill } = plain[mark] as Plain
      return { fill: lifted(fill, LIFT) }
    },
  }
}

/** What was taken of a treemap that is about to be drawn. */
const takenOf = new WeakMap<object, Taken>()

/** Takes parts without a label away before the others get their colours: theirs are known. */
export function plainApart(stage: ColorStage): ColorStage {
  const reset = (model: TreemapModel, ecModel: object, api: object): unknown => {
    takenOf.get(model)?.giveBack()
    const look = areElements(ecModel, api) ? undefined : model.get('plain')
    if (look) takenOf.set(model, takePlain(model.getData().tree.root, look))
    else takenOf.delete(model)
    return stage.reset?.(model, ecModel, api)
  }
  return { ...stage, reset }
}

/**
 * Treemaps whose parts without a label are painted as one, where the option tells by `plain` which these are and how they
 * are drawn.
 */
export function lightTreemap(View: SeriesViewClass): SeriesViewClass {
  return class LightTreemapView extends View {
    private readonly light = new LightLayer()

    override render(model: TreemapModel, ecModel: object, api: object, payload: object): void {
      this.light.clear()
      super.render(model, ecModel, api, payload)
      const taken = takenOf.get(model)
      if (!taken) return
      taken.giveBack()
      takenOf.delete(model)
      const { x, y, width, height } = model.layoutInfo
      const data = model.getData()
      const { group } = this.light
      group.x = x
      group.y = y
      this.light.draw(marksOf(taken.plain, [0, 0, width, height]), { seriesIndex: model.seriesIndex, data }, ABOVE)
      this.group.add(group)
    }

    override highlight(series: object, ecModel: object, api: object, payload: { readonly dataIndex?: unknown }): void {
      super.highlight(series, ecModel, api, payload)
      this.light.pointData(payload.dataIndex)
    }

    override downplay(series: object, ecModel: object, api: object, payload: object): void {
      super.downplay(series, ecModel, api, payload)
      this.light.point(-1)
    }
  }
}
