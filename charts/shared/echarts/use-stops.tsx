import type { ECharts } from 'echarts/core'
import { type KeyboardEvent, type MouseEvent as MouseEventOf, type RefObject, useRef } from 'react'
import type { Brush } from '#charts/shared/selection/brush.ts'
import { selectionModeOf } from '#charts/shared/selection/selection-mode.ts'
import type { SelectionMode } from '#charts/chart.ts'
import { t } from '#core/text/t.ts'
import { announce } from '#ui/base/announce.ts'
import { menuPoint, type WindowPoint } from '#ui/base/menu-point.ts'
import { isolateMark } from './isolate-series.ts'
import type { KeyboardStops } from './keyboard-stops.ts'
import type { MarkEvent, TooltipStop } from './mark-events.tsx'
import type { useBrush } from './use-brush.tsx'

interface StopsProps {
  readonly stops?: KeyboardStops | undefined
  readonly brush?: Brush | undefined
  readonly onMark?: ((mark: MarkEvent, how: SelectionMode) => void) | undefined
  readonly onMarkMenu?: ((mark: MarkEvent, at: WindowPoint) => void) | undefined
}

/** The tooltip of the current stop: open from an arrow key until the pointer moves over the chart or the focus leaves. */
function useStopTooltip(stops: KeyboardStops | undefined, at: RefObject<number>, chart: RefObject<ECharts | null>) {
  const isOpen = useRef(false)
  const openStop = (): TooltipStop | undefined => {
    if (!isOpen.current || stops === undefined || at.current < 0) return undefined
    const { seriesIndex, mark } = stops.at(at.current)
    return mark.dataIndex < 0 ? undefined : { seriesIndex, dataIndex: mark.dataIndex }
  }
  return {
    /** Returns the stop whose tooltip is open, in the current data. */
    openStop,
    show: () => {
      isOpen.current = true
      const stop = openStop()
      if (stop) chart.current?.dispatchAction({ type: 'showTip', ...stop })
    },
    hide: () => {
      if (isOpen.current) chart.current?.dispatchAction({ type: 'hideTip' })
      isOpen.current = false
    },
    /** Leaves the tooltip to the pointer. */
    leave: () => {
      isOpen.current = false
    },
  }
}

/** Shows only the series of a stop, or all again. */
function isolateStop(event: KeyboardEvent, stops: KeyboardStops, at: number, chart: ECharts | null): void {
  event.preventDefault()
  if (at < 0 || !chart) return
  const { seriesIndex, mark } = stops.at(at)
  isolateMark(chart, { seriesIndex, dataIndex: mark.dataIndex })
}

/**
 * Keyboard navigation: arrow keys move to the next stop, Enter selects it, Space isolates its series, Escape hides it.
 * Shift with arrow keys extends a range, which Enter selects. `openStop` returns the stop whose tooltip is open.
 */
export function useStops(
  { stops, onMark, onMarkMenu, brush }: StopsProps,
  chart: RefObject<ECharts | null>,
  showRange: ReturnType<typeof useBrush>,
) {
  const at = useRef(-1)
  // New data may have fewer stops.
  if (stops !== undefined) at.current = Math.min(at.current, stops.count - 1)
  const tooltip = useStopTooltip(stops, at, chart)
  /** The stop at which the range started; -1 without a range. */
  const began = useRef(-1)
  /** Extends or starts a range before the focus moves. */
  const stretches = (isShifted: boolean) => {
    const canSelectRange = isShifted && brush !== undefined && (stops?.at(0).mark.dataIndex ?? -1) >= 0
    if (!canSelectRange) began.current = -1
    else if (began.current < 0) began.current = Math.max(0, at.current)
  }
  const ends = (): readonly [number, number] => [
    Math.min(began.current, at.current),
    Math.max(began.current, at.current),
  ]
  const pickStop = (event: KeyboardEvent) => {
    if (stops === undefined || at.current < 0) return
    if (brush && began.current >= 0 && event.shiftKey) brush.onBrush(...ends(), true)
    else if (brush && began.current >= 0) brush.onBrush(...ends())
    else onMark?.(stops.at(at.current).mark, selectionModeOf(event))
    began.current = -1
  }
  /** The menu key opens the context menu of the stop; pointer events originate inside the picture. */
  const onContextMenu = (event: MouseEventOf<HTMLElement>) => {
    if (event.target !== event.currentTarget || stops === undefined || at.current < 0 || !onMarkMenu) return
    event.preventDefault()
    onMarkMenu(stops.at(at.current).mark, menuPoint(event, event.currentTarget))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (stops === undefined) return
    if (event.key === 'Enter') pickStop(event)
    if (event.key === ' ') isolateStop(event, stops, at.current, chart.current)
    if (event.key === 'Escape' && at.current >= 0) {
      event.preventDefault()
      at.current = -1
      began.current = -1
      tooltip.hide()
    }
    if (step === undefined) return
    event.preventDefault()
    chart.current?.dispatchAction({ type: 'downplay' })
    stretches(event.shiftKey)
    at.current = Math.min(stops.count - 1, Math.max(0, at.current + step))
    const { text, seriesIndex, mark } = stops.at(at.current)
    const { dataIndex } = mark
    chart.current?.dispatchAction({ type: 'highlight', seriesIndex, ...(dataIndex < 0 ? {} : { dataIndex }) })
    tooltip.show()
    if (began.current < 0) return announce(text)
    showRange.current(...ends())
    announce(t('From %s to %s', stops.at(ends()[0]).text, stops.at(ends()[1]).text))
  }
  const { openStop, leave, hide } = tooltip
  return { openStop, handlers: { onKeyDown, onContextMenu, onMouseMove: leave, onBlur: hide } }
}
