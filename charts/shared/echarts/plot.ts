import type { ECharts } from 'echarts/core'

/** The part of a picture between its axes, in CSS pixels of the picture. */
interface Plot {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the axes of a picture stand, once it is drawn; ECharts tells it to its own parts alone. */
export function plotOf(chart: ECharts): Plot | undefined {
  const open = chart as unknown as {
    getModel(): { getComponent(kind: string): { coordinateSystem?: { getRect(): Plot } } | undefined } | undefined
  }
  return open.getModel()?.getComponent('grid')?.coordinateSystem?.getRect()
}
