import type { ECharts } from 'echarts/core'
import type { RefObject } from 'react'
import type { Brush } from '#charts/shared/selection/brush.ts'
import { selectionModeOf } from '#charts/shared/selection/selection-mode.ts'
import type { PickHow } from '#charts/chart.ts'
import { menuPoint, type WindowPoint } from '#ui/base/menu-point.ts'

/** What a mark under the pointer is. */
export interface MarkEvent {
  readonly seriesId: string
  /** -1 is the series as a whole. */
  readonly dataIndex: number
}

/** Who is told of what happens on a canvas. */
interface TooltipContent {
  readonly brush?: Brush | undefined
  readonly onRendered?: (() => void) | undefined
  readonly onMark?: ((mark: MarkEvent, how: PickHow) => void) | undefined
  readonly onMarkMenu?: ((mark: MarkEvent, at: WindowPoint) => void) | undefined
  readonly onMarkTwice?: ((mark: MarkEvent, chart: ECharts) => void) | undefined
}

/** A click waits this long for a second one, in milliseconds. */
const SECOND_CLICK = 300

/** The press of the browser behind an event of the canvas. */
const pressOf = (event: unknown): MouseEvent => (event as { event: { event: MouseEvent } }).event.event

/** What moves marks under a pointer that stands still. */
const MOVES = ['datazoom', 'graphroam', 'treeroam']

/** Has the text of a mark say what is under the pointer once the picture has moved, or go where no pointer is. */
function pinTooltip(instance: ECharts): void {
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
}

/** The mark of an event; undefined where the event is about something else, as the name of an axis or a legend. */
function markOf(event: unknown): MarkEvent | undefined {
  const mark = event as Partial<MarkEvent>
  return typeof mark.seriesId === 'string' ? (mark as MarkEvent) : undefined
}

/** Hands on what happens on the canvas; a single click waits for a second one where two clicks mean something else. */
export function listen(instance: ECharts, latest: RefObject<TooltipContent>, unseen: RefObject<boolean>): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  pinTooltip(instance)
  instance.on('finished', () => {
    if (!unseen.current) return
    unseen.current = false
    latest.current.onRendered?.()
  })
  instance.on('click', (event) => {
    const mark = markOf(event)
    if (!mark) return
    const how = selectionModeOf(pressOf(event))
    clearTimeout(waiting)
    // Two clicks with a key held are two picks.
    const waits = how === 'one' && latest.current.onMarkTwice !== undefined
    waiting = setTimeout(() => latest.current.onMark?.(mark, how), waits ? SECOND_CLICK : 0)
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
    // Two clicks take back a selected range, and isolate nothing.
    if (mark && !latest.current.brush?.shown) latest.current.onMarkTwice?.(mark, instance)
  })
  return () => clearTimeout(waiting)
}
