import { Axis } from 'echarts/core'

/** The tolerance for rounding errors at the end of an axis, in pixels. */
const ROUNDING = 0.001

/**
 * Patches ECharts axes to contain the point at their very end. At about one width in nine, rounding placed the last
 * value slightly outside of the axis, where it had no tooltip and no crosshair.
 */
export function patchAxisEdges(): void {
  Object.assign(Axis.prototype, {
    contain(this: Axis, position: number): boolean {
      const [a, b] = this.getExtent()
      return position >= Math.min(a, b) - ROUNDING && position <= Math.max(a, b) + ROUNDING
    },
  })
}
