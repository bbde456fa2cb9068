import type { ECharts } from 'echarts/core'

/** The area between the axes, in CSS pixels of the picture. */
interface Plot {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns the plot area of a drawn chart, from private properties of ECharts. */
export function plotOf(chart: ECharts): Plot | undefined {
  const open = chart as unknown as {
    getModel(): { getComponent(kind: string): { coordinateSystem?: { getRect(): Plot } } | undefined } | undefined
  }
  return open.getModel()?.getComponent('grid')?.coordinateSystem?.getRect()
}
