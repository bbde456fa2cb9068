import type { ECharts } from 'echarts/core'
import type { RefObject } from 'react'
import { howOf } from './hands.ts'
import type { PickHow } from '#charts/chart.ts'
import { menuPoint, type WindowPoint } from '#ui/overlay/menu-point.ts'

/** What a mark under the pointer is. */
export interface MarkEvent {
  readonly seriesId: string
  /** -1 is the series as a whole. */
  readonly dataIndex: number
}

/** Who is told of what happens on a canvas. */
interface Told {
  readonly onRendered?: (() => void) | undefined
  readonly onMark?: ((mark: MarkEvent, how: PickHow) => void) | undefined
  readonly onMarkMenu?: ((mark: MarkEvent, at: WindowPoint) => void) | undefined
  readonly onMarkTwice?: ((mark: MarkEvent, chart: ECharts) => void) | undefined
}

/** A click waits this long for a second one, in milliseconds. */
const SECOND_CLICK = 300

/** The press of the browser behind an event of the canvas. */
const pressOf = (event: unknown): MouseEvent => (event as { event: { event: MouseEvent } }).event.event

/** Hands on what happens on the canvas; a single click waits for a second one where two clicks mean something else. */
export function listen(instance: ECharts, latest: RefObject<Told>, unseen: RefObject<boolean>): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  instance.on('finished', () => {
    if (!unseen.current) return
    unseen.current = false
    latest.current.onRendered?.()
  })
  instance.on('click', (event) => {
    const mark = event as unknown as MarkEvent
    const how = howOf(pressOf(event))
    clearTimeout(waiting)
    // Two clicks with a key held are two picks.
    const waits = how === 'one' && latest.current.onMarkTwice !== undefined
    waiting = setTimeout(() => latest.current.onMark?.(mark, how), waits ? SECOND_CLICK : 0)
  })
  instance.on('contextmenu', (event) => {
    if (!latest.current.onMarkMenu) return
    const press = pressOf(event)
    press.preventDefault()
    latest.current.onMarkMenu(event as unknown as MarkEvent, menuPoint(press, null))
  })
  instance.on('dblclick', (event) => {
    clearTimeout(waiting)
    latest.current.onMarkTwice?.(event as unknown as MarkEvent, instance)
  })
  return () => clearTimeout(waiting)
}
