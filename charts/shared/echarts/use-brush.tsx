import type { ECharts } from 'echarts/core'
import { type RefObject, useEffect, useRef } from 'react'
import type { Brush } from '#charts/shared/selection/brush.ts'
import styles from './echarts.module.css'
import { plotOf } from './plot-area.ts'

/** Smaller pointer movements, in pixels, are clicks. */
const LEAST = 6

const pixelOf = (chart: ECharts, position: number): number => chart.convertToPixel({ xAxisIndex: 0 }, position)

/** Returns the pixels half a step before the first and half a step after the last position. */
function edges(chart: ECharts, positions: readonly number[], first: number, last: number): [number, number] {
  const at = (index: number) => pixelOf(chart, positions[index] ?? Number.NaN)
  const step = (index: number, towards: number) => {
    const neighbor = positions[index + towards] === undefined ? index - towards : index + towards
    return positions[neighbor] === undefined ? LEAST : Math.abs(at(neighbor) - at(index)) / 2
  }
  return [at(first) - step(first, -1), at(last) + step(last, 1)]
}

/** Returns the first and last index between two pixels; undefined if there is none. */
function positionsBetween(chart: ECharts, positions: readonly number[], from: number, to: number) {
  const within = positions.flatMap((position, index) => {
    const pixel = pixelOf(chart, position)
    return pixel >= from && pixel <= to ? [index] : []
  })
  const [first] = within
  const last = within.at(-1)
  return first === undefined || last === undefined ? undefined : ([first, last] as const)
}

/** Appends an element on top of the picture. */
function overlay(host: HTMLElement, tag: 'i' | 'b', name: 'brush' | 'brushEnds') {
  const element = document.createElement(tag)
  element.className = styles[name] ?? ''
  element.dataset[name] = ''
  element.style.display = 'none'
  host.append(element)
  return element
}

/** The band over a picture between two pixels, with labels of its ends; hidden outside of the plot. */
function stripOver(host: HTMLElement, chart: ECharts) {
  const strip = overlay(host, 'i', 'brush')
  const words = overlay(host, 'b', 'brushEnds')
  const hide = () => {
    strip.style.display = 'none'
    words.style.display = 'none'
  }
  const show = (from: number, to: number, text: string) => {
    const plot = chart.isDisposed() ? undefined : plotOf(chart)
    if (!plot) return hide()
    const left = Math.max(plot.x, Math.min(from, to))
    const right = Math.min(plot.x + plot.width, Math.max(from, to))
    if (!(right > left)) return hide()
    Object.assign(strip.style, {
      display: 'block',
      left: `${left}px`,
      width: `${right - left}px`,
      top: `${plot.y}px`,
      height: `${plot.height}px`,
    })
    words.textContent = text
    words.style.display = text === '' ? 'none' : 'block'
    const centered = (left + right - words.offsetWidth) / 2
    const rightmost = plot.x + plot.width - words.offsetWidth
    Object.assign(words.style, { left: `${Math.max(plot.x, Math.min(centered, rightmost))}px`, top: `${plot.y}px` })
  }
  const remove = () => {
    strip.remove()
    words.remove()
  }
  return { show, hide, remove }
}

type Strip = ReturnType<typeof stripOver>

/** Returns the labels of both ends; one label if they are the same. */
function endsText({ nameOf }: Brush, [first, last]: readonly [number, number]): string {
  return first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`
}

/** True if a pointer event is inside the plot area. */
function isInPlot(host: HTMLElement, chart: ECharts, { clientX, clientY }: MouseEvent): boolean {
  const plot = plotOf(chart)
  const box = host.getBoundingClientRect()
  const [x, y] = [clientX - box.left, clientY - box.top]
  return plot !== undefined && x >= plot.x && x <= plot.x + plot.width && y >= plot.y && y <= plot.y + plot.height
}

/** A double-click in the plot clears the range that existed before its first click. */
function listenToDoubleClick(host: HTMLElement, chart: ECharts, brush: RefObject<Brush | undefined>): () => void {
  let hadRange = false
  // The first click may select a mark, which replaces the range.
  const down = ({ detail }: MouseEvent) => {
    if (detail <= 1) hadRange = brush.current?.shown !== undefined
  }
  const twice = (event: MouseEvent) => {
    if (hadRange && isInPlot(host, chart, event)) brush.current?.onClear()
  }
  host.addEventListener('mousedown', down, true)
  host.addEventListener('dblclick', twice)
  return () => {
    host.removeEventListener('mousedown', down, true)
    host.removeEventListener('dblclick', twice)
  }
}

/** Tracks a drag; returns a stop function and whether a drag is active. `rest` shows the selected range again. */
function followPointer(
  host: HTMLElement,
  chart: ECharts,
  brush: RefObject<Brush | undefined>,
  strip: Strip,
  rest: () => void,
) {
  let start: number | undefined
  let isDrawing = false
  const positionsTo = (end: number) =>
    brush.current && start !== undefined
      ? positionsBetween(chart, brush.current.positions, Math.min(start, end), Math.max(start, end))
      : undefined
  const xOf = (event: PointerEvent) => event.clientX - host.getBoundingClientRect().left
  const end = () => {
    start = undefined
    isDrawing = false
    delete host.dataset['drawing']
    rest()
  }
  const down = (event: PointerEvent) => {
    // Touch movements scroll the page.
    if (event.button === 0 && event.pointerType === 'mouse' && isInPlot(host, chart, event)) start = xOf(event)
  }
  const move = (event: PointerEvent) => {
    if (start === undefined) return
    // The button was released without an event, for example outside of the window.
    if (event.buttons === 0) return end()
    const x = xOf(event)
    isDrawing ||= Math.abs(x - start) >= LEAST
    // The tooltip would cover the labels of the band.
    if (isDrawing) host.dataset['drawing'] = ''
    const found = positionsTo(x)
    strip.show(start, x, brush.current && found ? endsText(brush.current, found) : '')
  }
  const up = (event: PointerEvent) => {
    if (start === undefined) return
    const found = isDrawing ? positionsTo(xOf(event)) : undefined
    end()
    if (!found) return
    if (event.shiftKey) brush.current?.onBrush(...found, true)
    else brush.current?.onBrush(...found)
  }
  const key = (event: KeyboardEvent) => {
    // Also before the band is visible: Escape cancels the gesture, not an earlier selection.
    if (event.key !== 'Escape' || start === undefined) return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  host.addEventListener('pointerdown', down)
  document.addEventListener('pointermove', move)
  document.addEventListener('pointerup', up)
  document.addEventListener('pointercancel', end)
  document.addEventListener('keydown', key, true)
  const stop = () => {
    host.removeEventListener('pointerdown', down)
    document.removeEventListener('pointermove', move)
    document.removeEventListener('pointerup', up)
    document.removeEventListener('pointercancel', end)
    document.removeEventListener('keydown', key, true)
  }
  return { stop, isFollowing: () => start !== undefined }
}

/**
 * Handles range selection with the pointer and shows the selected range. Returns a function that temporarily shows
 * another range by its first and last index.
 */
export function useBrush(
  chart: RefObject<ECharts | null>,
  host: RefObject<HTMLElement | null>,
  brush: Brush | undefined,
): RefObject<(first: number, last: number) => void> {
  const latest = useRef(brush)
  latest.current = brush
  const rest = useRef<() => void>(() => undefined)
  const show = useRef<(first: number, last: number) => void>(() => undefined)
  const isOn = brush !== undefined
  useEffect(() => {
    const { current: instance } = chart
    const { current: element } = host
    if (!isOn || !instance || !element) return
    const strip = stripOver(element, instance)
    show.current = (first, last) => {
      const { current } = latest
      if (current) strip.show(...edges(instance, current.positions, first, last), endsText(current, [first, last]))
    }
    rest.current = () => {
      const shown = latest.current?.shown
      if (shown && !instance.isDisposed()) show.current(...shown)
      else strip.hide()
    }
    const pointer = followPointer(element, instance, latest, strip, () => rest.current())
    const stopClicks = listenToDoubleClick(element, instance, latest)
    // If the picture is repainted during a drag, the band stays.
    const settle = () => {
      if (!pointer.isFollowing()) rest.current()
    }
    instance.on('finished', settle)
    return () => {
      pointer.stop()
      stopClicks()
      if (!instance.isDisposed()) instance.off('finished', settle)
      strip.remove()
      show.current = () => undefined
      rest.current = () => undefined
    }
  }, [chart, host, isOn])
  const [first, last] = brush?.shown ?? []
  useEffect(() => rest.current(), [first, last, isOn])
  return show
}
