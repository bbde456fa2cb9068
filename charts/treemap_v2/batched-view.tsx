import type { PartStyle } from './option.ts'
import {
  type Box,
  BatchedLayer,
  lightenColor,
  type BatchedMarks,
  type BatchedSeries,
} from '#charts/shared/echarts/batched/batched-marks.tsx'
import {
  areElements,
  type ColorStage,
  type SeriesViewClass,
} from '#charts/shared/echarts/batched/batched-installer.tsx'

/** A part in the ECharts layout; positions are relative to its parent. */
interface LayoutPart {
  readonly dataIndex: number
  viewChildren?: LayoutPart[]
  getLayout(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | undefined
}

interface TreemapModel {
  readonly seriesIndex: number
  readonly layoutInfo: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  getData(): BatchedSeries['data'] & { readonly tree: { readonly root: LayoutPart } }
  /** Returns how to draw a part without a label, undefined for other parts; absent if all are elements. */
  get(key: 'plain'): ((dataIndex: number) => PartStyle | undefined) | undefined
}

/** The border width of a part, inside its area. */
const BORDER = 1
const LIFT = -0.1
/** The z-order above everything else in the picture. */
const ABOVE = 1e4

interface Plain extends PartStyle {
  readonly dataIndex: number
  readonly box: Box
}

/** Returns the area of a part inside its border. */
function innerBox([x, y, width, height]: Box): Box {
  return [x + BORDER, y + BORDER, Math.max(0, width - 2 * BORDER), Math.max(0, height - 2 * BORDER)]
}

/** The parts that are painted as one element. */
interface MergedParts {
  readonly plain: readonly Plain[]
  /** Restores the removed parts after drawing. */
  readonly restoreParts: () => void
}

/**
 * Removes the parts without a label from the tree and returns them with absolute positions. Each parent keeps at least
 * one child.
 */
function removeUnlabeledParts(root: LayoutPart, lookOf: (dataIndex: number) => PartStyle | undefined): MergedParts {
  const plain: Plain[] = []
  const taken: (readonly [LayoutPart, LayoutPart[]])[] = []
  const take = (part: LayoutPart, left: number, top: number): void => {
    const all = part.viewChildren
    if (!all?.length) return
    const stored: LayoutPart[] = []
    for (const [index, child] of all.entries()) {
      const look = index > 0 && !child.viewChildren?.length ? lookOf(child.dataIndex) : undefined
      const layout = child.getLayout()
      if (!look) stored.push(child)
      if (!layout) continue
      const [x, y] = [left + layout.x, top + layout.y]
      if (look) plain.push({ ...look, dataIndex: child.dataIndex, box: [x, y, layout.width, layout.height] })
      else take(child, x, y)
    }
    taken.push([part, all])
    part.viewChildren = stored
  }
  take(root, root.getLayout()?.x ?? 0, root.getLayout()?.y ?? 0)
  const restoreParts = () => {
    for (const [part, all] of taken) part.viewChildren = all
  }
  return { plain, restoreParts }
}

function marksOf(plain: readonly Plain[], box: Box): BatchedMarks {
  const boxOf = (mark: number): Box => plain[mark]?.box ?? [0, 0, 0, 0]
  return {
    count: plain.length,
    box,
    dataIndex: (mark) => plain[mark]?.dataIndex ?? -1,
    paint: (context) => {
      for (const { fill, border, box: tile } of plain) {
        context.fillStyle = border
        context.fillRect(...tile)
        context.fillStyle = fill
        context.fillRect(...innerBox(tile))
      }
    },
    trace: (path, mark) => path.rect(...innerBox(boxOf(mark))),
    has: (mark, x, y) => {
      const [left, top, width, height] = boxOf(mark)
      return x >= left && y >= top && x <= left + width && y <= top + height
    },
    pointed: (mark) => {
      const { fill } = plain[mark] as Plain
      return { fill: lightenColor(fill, LIFT) }
    },
  }
}

/** The parts removed from each treemap that is about to be drawn. */
const takenOf = new WeakMap<object, MergedParts>()

/** Removes parts without a label before the color stage: their colors are known. */
export function removeUnlabeled(stage: ColorStage): ColorStage {
  const reset = (model: TreemapModel, ecModel: object, api: object): unknown => {
    takenOf.get(model)?.restoreParts()
    const styles = areElements(ecModel, api) ? undefined : model.get('plain')
    if (styles) takenOf.set(model, removeUnlabeledParts(model.getData().tree.root, styles))
    else takenOf.delete(model)
    return stage.reset?.(model, ecModel, api)
  }
  return { ...stage, reset }
}

/** Returns a treemap view that paints parts without a label as one element if the option defines `plain`. */
export function batchedTreemapView(View: SeriesViewClass): SeriesViewClass {
  return class BatchedTreemapView extends View {
    private readonly batch = new BatchedLayer()

    override render(model: TreemapModel, ecModel: object, api: object, payload: object): void {
      this.batch.clear()
      super.render(model, ecModel, api, payload)
      const taken = takenOf.get(model)
      if (!taken) return
      taken.restoreParts()
      takenOf.delete(model)
      const { x, y, width, height } = model.layoutInfo
      const data = model.getData()
      const { group } = this.batch
      group.x = x
      group.y = y
      this.batch.draw(marksOf(taken.plain, [0, 0, width, height]), { seriesIndex: model.seriesIndex, data }, ABOVE)
      this.group.add(group)
    }

    override highlight(series: object, ecModel: object, api: object, payload: { readonly dataIndex?: unknown }): void {
      super.highlight(series, ecModel, api, payload)
      this.batch.pointData(payload.dataIndex)
    }

    override downplay(series: object, ecModel: object, api: object, payload: object): void {
      super.downplay(series, ecModel, api, payload)
      this.batch.point(-1)
    }
  }
}
