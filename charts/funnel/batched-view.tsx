import type { StepStyle } from './option.ts'
import {
  BatchedLayer,
  lightenColor,
  type BatchedMarks,
  type BatchedSeries,
} from '#charts/shared/echarts/batched/batched-marks.tsx'
import { withOpacity } from '#charts/shared/echarts/chart-theme.ts'
import { areElements, type SeriesViewClass } from '#charts/shared/echarts/batched/batched-installer.tsx'

type Point = readonly [x: number, y: number]

interface FunnelData {
  count(): number
  getItemLayout(step: number): { readonly points: readonly Point[] }
  getItemVisual(step: number, key: 'style'): object
  setItemVisual(step: number, key: 'style', style: object): void
  setItemGraphicEl(dataIndex: number, element: unknown): void
}

interface FunnelModel {
  readonly seriesIndex: number
  getData(): FunnelData
  /** Returns how to draw each step; absent if each step is an element. */
  get(key: 'slices'): ((dataIndex: number) => StepStyle) | undefined
}

const LIFT = -0.1

interface Slice extends StepStyle {
  readonly points: readonly Point[]
}

/** True if a point is inside a polygon: a ray from it to the right crosses an odd number of sides. */
function isWithin(points: readonly Point[], x: number, y: number): boolean {
  const crossed = points.filter(([ax, ay], at) => {
    const [bx, by] = points[(at + 1) % points.length] as Point
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)
  })
  return crossed.length % 2 === 1
}

function marksOf(slices: readonly Slice[], width: number, height: number): BatchedMarks {
  const trace: BatchedMarks['trace'] = (path, mark) => {
    for (const [index, [x, y]] of (slices[mark]?.points ?? []).entries()) {
      if (index === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
    path.closePath()
  }
  return {
    count: slices.length,
    box: [0, 0, width, height],
    dataIndex: (mark) => mark,
    paint: (context) => {
      for (const [mark, { color, opacity }] of slices.entries()) {
        context.globalAlpha = opacity
        context.fillStyle = color
        context.beginPath()
        trace(context, mark)
        context.fill()
      }
    },
    trace,
    has: (mark, x, y) => isWithin(slices[mark]?.points ?? [], x, y),
    pointed: (mark) => {
      const { color = '', opacity } = slices[mark] ?? {}
      return { fill: lightenColor(color, LIFT), opacity }
    },
  }
}

/** Applies the look to steps drawn as elements, whose data does not define it. */
function colorSteps(data: FunnelData, styleAt: (dataIndex: number) => StepStyle): void {
  for (let step = 0; step < data.count(); step++) {
    const { color, opacity } = styleAt(step)
    data.setItemVisual(step, 'style', {
      ...data.getItemVisual(step, 'style'),
      fill: opacity < 1 ? withOpacity(color, opacity) : color,
    })
  }
}

/** Returns a funnel view that paints its steps as one element if the option defines `slices`. */
export function batchedFunnelView(View: SeriesViewClass): SeriesViewClass {
  return class BatchedFunnelView extends View {
    private readonly batch = new BatchedLayer()

    override render(model: FunnelModel, ecModel: object, api: object, payload: object): void {
      const styles = model.get('slices')
      const data = model.getData()
      if (!styles || areElements(ecModel, api)) {
        if (styles) colorSteps(data, styles)
        this.batch.clear()
        return super.render(model, ecModel, api, payload)
      }
      const slices = Array.from({ length: data.count() }, (_, index) => ({
        ...styles(index),
        points: data.getItemLayout(index).points,
      }))
      // Elements that the standard view has drawn before belong to other steps.
      this.remove(ecModel, api)
      const size = api as { getWidth(): number; getHeight(): number }
      const reported: BatchedSeries = { seriesIndex: model.seriesIndex, data }
      this.batch.draw(marksOf(slices, size.getWidth(), size.getHeight()), reported, 0)
      this.group.add(this.batch.group)
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
