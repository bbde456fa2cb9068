import type { ECharts } from 'echarts/core'
import { type RefObject, useEffect } from 'react'
import { instantOf, joinCrosshair } from './crosshair.ts'
import styles from './echarts.module.css'
import { plotOf } from './plot-area.ts'

/** Positions a line at an instant, or hides it if the instant is outside of the plot. */
function positionLine(line: HTMLElement, chart: ECharts, at: number | null): void {
  const plot = at === null || chart.isDisposed() ? undefined : plotOf(chart)
  const left = plot && at !== null ? chart.convertToPixel({ xAxisIndex: 0 }, at) : Number.NaN
  const isSeen = plot !== undefined && left >= plot.x && left <= plot.x + plot.width
  line.style.display = isSeen ? 'block' : 'none'
  if (!isSeen) return
  line.style.left = `${Math.round(left)}px`
  line.style.top = `${plot.y}px`
  line.style.height = `${plot.height}px`
}

/** Shares the hovered instant of a time-series chart with the other charts of the page, and marks theirs. */
export function useCrosshair(
  chart: RefObject<ECharts | null>,
  host: RefObject<HTMLElement | null>,
  isTimed: boolean,
): void {
  useEffect(() => {
    const { current: instance } = chart
    const { current: element } = host
    if (!isTimed || !instance || !element) return
    const line = document.createElement('i')
    line.className = styles['crosshair'] ?? ''
    line.dataset['crosshair'] = ''
    element.append(line)
    const { point, leave } = joinCrosshair((at) => positionLine(line, instance, at))
    const follow = (event: unknown) => point(instantOf(event))
    instance.on('updateAxisPointer', follow)
    return () => {
      leave()
      if (!instance.isDisposed()) instance.off('updateAxisPointer', follow)
      line.remove()
    }
  }, [chart, host, isTimed])
}
