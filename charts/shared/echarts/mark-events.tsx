import type { ECharts } from 'echarts/core'
import type { RefObject } from 'react'
import type { Brush } from '#charts/shared/selection/brush.ts'
import { selectionModeOf } from '#charts/shared/selection/selection-mode.ts'
import type { SelectionMode } from '#charts/chart.ts'
import { menuPoint, type WindowPoint } from '#ui/base/menu-point.ts'

/** The mark of an event. */
export interface MarkEvent {
  readonly seriesId: string
  /** -1 is the whole series. */
  readonly dataIndex: number
}

/** The event handlers of a chart. */
interface TooltipContent {
  readonly brush?: Brush | undefined
  readonly onRendered?: (() => void) | undefined
  readonly onMark?: ((mark: MarkEvent, how: SelectionMode) => void) | undefined
  readonly onMarkMenu?: ((mark: MarkEvent, at: WindowPoint) => void) | undefined
  readonly onMarkDoubleClick?: ((mark: MarkEvent, chart: ECharts) => void) | undefined
}

/** How long a click waits for a second one, in milliseconds. */
const SECOND_CLICK = 300

/** Returns the browser event of a canvas event. */
const pressOf = (event: unknown): MouseEvent => (event as { event: { event: MouseEvent } }).event.event

/** Events that move marks under a resting pointer. */
const MOVES = ['datazoom', 'graphroam', 'treeroam']

/** The position of a tooltip that the keyboard has opened. */
export interface TooltipStop {
  readonly seriesIndex: number
  readonly dataIndex: number
}

/**
 * Updates the tooltip to the mark under the pointer after the picture has moved, or hides it if the pointer is outside.
 * The returned function updates it for new data: ECharts would look up the positions of the old data in them. A tooltip
 * that the keyboard has opened since the pointer moved is updated to its stop.
 */
function pinTooltip(instance: ECharts): (stop: TooltipStop | undefined) => void {
  let at: { readonly x: number; readonly y: number } | undefined
  const canvas = instance.getZr()
  canvas.on('mousemove', ({ offsetX, offsetY }) => {
    at = { x: offsetX, y: offsetY }
  })
  canvas.on('globalout', () => {
    at = undefined
  })
  for (const move of MOVES)
    instance.on(move, () => instance.dispatchAction(at ? { type: 'showTip', ...at } : { type: 'hideTip' }))
  return (stop) => {
    const target = stop ?? at
    if (target) instance.dispatchAction({ type: 'showTip', ...target })
  }
}

/**
 * Returns the mark of an event; undefined if the event concerns another element, such as an axis name or the legend.
 */
function markOf(event: unknown): MarkEvent | undefined {
  const mark = event as Partial<MarkEvent>
  return typeof mark.seriesId === 'string' ? (mark as MarkEvent) : undefined
}

/** The end of the forwarding, and the update of an open tooltip after new data were set. */
export interface ForwardedEvents {
  stop(): void
  /** @param stop where the keyboard has opened the tooltip; undefined if the pointer did */
  updateTooltip(stop: TooltipStop | undefined): void
}

/** Forwards canvas events to the handlers. A click waits for a second one if double-clicks have a handler. */
export function forwardEvents(
  instance: ECharts,
  latest: RefObject<TooltipContent>,
  unseen: RefObject<boolean>,
): ForwardedEvents {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const updateTooltip = pinTooltip(instance)
  instance.on('finished', () => {
    if (!unseen.current) return
    unseen.current = false
    latest.current.onRendered?.()
  })
  instance.on('click', (event) => {
    const mark = markOf(event)
    if (!mark) return
    const mode = selectionModeOf(pressOf(event))
    clearTimeout(waiting)
    // Two clicks with a modifier key are two selections.
    const waits = mode === 'one' && latest.current.onMarkDoubleClick !== undefined
    waiting = setTimeout(() => latest.current.onMark?.(mark, mode), waits ? SECOND_CLICK : 0)
  })
  instance.on('contextmenu', (event) => {
    const mark = markOf(event)
    if (!latest.current.onMarkMenu || !mark) return
    const press = pressOf(event)
    press.preventDefault()
    latest.current.onMarkMenu(mark, menuPoint(press, null))
  })
  instance.on('dblclick', (event) => {
    clearTimeout(waiting)
    const mark = markOf(event)
    // A double-click clears a selected range and isolates nothing.
    if (mark && !latest.current.brush?.shown) latest.current.onMarkDoubleClick?.(mark, instance)
  })
  return { stop: () => clearTimeout(waiting), updateTooltip }
}
