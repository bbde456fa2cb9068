import { Axis } from 'echarts/core'

/** Pixels: what of a place beside an axis is rounding. */
const ROUNDING = 0.001

/**
 * Has axes of ECharts hold the point at their very end. The place of a last value is reckoned a hair beyond the end at one
 * width in nine, and nothing was told of it: no tooltip, no crosshair.
 */
export function keepEdgePoints(): void {
  Object.assign(Axis.prototype, {
    contain(this: Axis, place: number): boolean {
      const [a, b] = this.getExtent()
      return place >= Math.min(a, b) - ROUNDING && place <= Math.max(a, b) + ROUNDING
    },
  })
}
