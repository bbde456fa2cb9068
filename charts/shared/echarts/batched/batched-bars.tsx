import { BarChart } from 'echarts/charts'
import { helper } from 'echarts/core'
import { buildPath as traceRounded } from 'zrender/lib/graphic/helper/roundRect.js'
import {
  type Box,
  BatchedLayer,
  lightenColor,
  type BatchedMarks,
  type BatchedSeries,
  type ShapeElement,
} from './batched-marks.tsx'
import { areElements, type SeriesViewClass, batchedInstaller } from './batched-installer.tsx'

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface BarData extends Omit<BatchedSeries['data'], 'dataType'> {
  count(): number
  indexOfRawIndex(rawIndex: number): number
  /** Width and height run from the base of the bar to its end and may be negative. */
  getItemLayout(bar: number): Area | undefined
  getItemVisual(bar: number, key: 'style'): { readonly fill?: string }
}

interface BarModel {
  readonly seriesIndex: number
  readonly coordinateSystem: { getArea(): Area }
  getData(): BarData
  /** `asOne` tells whether bars are painted as one element. */
  get(path: 'cursor'): string | undefined
  get(path: 'asOne' | readonly string[]): unknown
}

/** The mark of an action: its index among the visible marks, or among all. */
interface TooltipSource {
  readonly dataIndexInside?: number
  readonly dataIndex?: number
}

interface Bar {
  readonly dataIndex: number
  readonly fill: string
  readonly box: Box
}

const LIFT = -0.1
const Z2 = 1

/** Returns the bars with their areas, clipped to the plot. */
function barsOf(model: BarModel): Bar[] {
  const data = model.getData()
  const area = model.coordinateSystem.getArea()
  const bars: Bar[] = []
  for (let dataIndex = 0; dataIndex < data.count(); dataIndex++) {
    const { x, y, width, height } = data.getItemLayout(dataIndex) ?? { x: 0, y: 0, width: 0, height: 0 }
    const left = Math.max(Math.min(x, x + width), area.x)
    const top = Math.max(Math.min(y, y + height), area.y)
    const right = Math.min(Math.max(x, x + width), area.x + area.width)
    const bottom = Math.min(Math.max(y, y + height), area.y + area.height)
    // Also false for `NaN`, as for positions without a value.
    if (!(right > left && bottom > top)) continue
    const { fill = '' } = data.getItemVisual(dataIndex, 'style')
    bars.push({ dataIndex, fill, box: [left, top, right - left, bottom - top] })
  }
  return bars
}

/** @param isRaised whether all bars are highlighted, from the legend or by keyboard */
function marksOf(bars: readonly Bar[], area: Area, corner: number, isRaised: () => boolean): BatchedMarks {
  const boxOf = (mark: number): Box => bars[mark]?.box ?? [0, 0, 0, 0]
  const trace: BatchedMarks['trace'] = (path, mark) => {
    const [x, y, width, height] = boxOf(mark)
    traceRounded(path, { x, y, width, height, r: corner })
  }
  return {
    count: bars.length,
    box: [area.x, area.y, area.width, area.height],
    dataIndex: (mark) => bars[mark]?.dataIndex ?? -1,
    paint: (context, _highlighted, opacity) => {
      context.globalAlpha = opacity
      for (const [mark, { fill }] of bars.entries()) {
        context.fillStyle = isRaised() ? lightenColor(fill, LIFT) : fill
        context.beginPath()
        trace(context, mark)
        context.fill()
      }
    },
    trace,
    has: (mark, x, y) => {
      const [left, top, width, height] = boxOf(mark)
      return x >= left && y >= top && x <= left + width && y <= top + height
    },
    pointed: (mark) => ({ fill: lightenColor(bars[mark]?.fill ?? '', LIFT) }),
  }
}

/**
 * Dims all bars together while another series is hovered; while one bar is hovered, dims the others of its series if
 * the focus is `self`.
 */
function fadeTogether(path: ShapeElement, model: BarModel): void {
  const focus = model.get(['emphasis', 'focus'])
  const opacity = Number(model.get(['blur', 'itemStyle', 'opacity']) ?? 1)
  path.ensureState('blur').style = { opacity }
  Object.assign(path.ensureState('emphasis'), { z2: Z2, style: focus === 'self' ? { opacity } : {} })
  helper.enableHoverEmphasis(path as never, focus as never)
}

/** Returns a bar view that paints its bars as one element if the series has `asOne`. */
function batchedBarView(View: SeriesViewClass): SeriesViewClass {
  return class BatchedBarView extends View {
    private readonly batch = new BatchedLayer()
    private isRaised = false

    override render(model: BarModel, ecModel: object, api: object, payload: object): void {
      this.batch.clear()
      if (model.get('asOne') !== true || areElements(ecModel, api)) return super.render(model, ecModel, api, payload)
      // Elements that the standard view has drawn before belong to other bars.
      this.remove(ecModel, api)
      const corner = Number(model.get(['itemStyle', 'borderRadius']) ?? 0)
      const marks = marksOf(barsOf(model), model.coordinateSystem.getArea(), corner, () => this.isRaised)
      const path = this.batch.draw(marks, { seriesIndex: model.seriesIndex, data: model.getData() }, Z2)
      path.cursor = model.get('cursor') ?? 'default'
      fadeTogether(path, model)
      this.group.add(this.batch.group)
    }

    override highlight(model: BarModel, ecModel: object, api: object, payload: TooltipSource): void {
      super.highlight(model, ecModel, api, payload)
      const { dataIndex, dataIndexInside } = payload
      if (dataIndexInside !== undefined) this.batch.pointData(dataIndexInside)
      else if (dataIndex !== undefined) this.batch.pointData(model.getData().indexOfRawIndex(dataIndex))
      else this.raise(true)
    }

    override downplay(series: object, ecModel: object, api: object, payload: object): void {
      super.downplay(series, ecModel, api, payload)
      this.raise(false)
      this.batch.point(-1)
    }

    private raise(isRaised: boolean): void {
      if (this.isRaised === isRaised) return
      this.isRaised = isRaised
      this.batch.repaint()
    }
  }
}

/** The bar installer for all chart types. During keyboard navigation, tooltips are at the end of a bar. */
export const batchedBars = batchedInstaller(
  BarChart,
  batchedBarView,
  (stage) => stage,
  (Model) => Model,
)
