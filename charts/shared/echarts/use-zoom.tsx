import type { ECharts } from 'echarts/core'
import { type RefObject, useEffect, useRef } from 'react'
import type { VisibleRange } from '#core/query/sample.ts'

/** Called with the visible range during and after a zoom; undefined is the full range. */
export type OnZoom = (visibleRange: VisibleRange | undefined, isAtRest: boolean) => void

/** Milliseconds after the last change until a zoom is at rest. */
const REST = 300

interface ZoomState {
  readonly start?: number
  readonly end?: number
  readonly startValue?: number
  readonly endValue?: number
}

/** Returns the visible range of a zoomable chart; undefined is the full range. */
function seenOf(chart: ECharts): VisibleRange | undefined {
  const [zoom] = (chart.getOption() as { readonly dataZoom?: readonly ZoomState[] }).dataZoom ?? []
  const { start = 0, end = 100, startValue, endValue } = zoom ?? {}
  if ((start <= 0 && end >= 100) || startValue === undefined || endValue === undefined) return undefined
  return startValue < endValue ? [startValue, endValue] : undefined
}

/** Reports changes of a chart's zoom. */
export function useZoom(chart: RefObject<ECharts | null>, onZoom: OnZoom | undefined): void {
  const latest = useRef(onZoom)
  latest.current = onZoom
  const isOn = onZoom !== undefined
  useEffect(() => {
    const instance = chart.current
    if (!instance || !isOn) return
    let resting: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      clearTimeout(resting)
      latest.current?.(seenOf(instance), false)
      resting = setTimeout(() => latest.current?.(seenOf(instance), true), REST)
    }
    instance.on('datazoom', moved)
    return () => {
      clearTimeout(resting)
      if (!instance.isDisposed()) instance.off('datazoom', moved)
    }
  }, [chart, isOn])
}
