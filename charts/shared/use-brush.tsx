import type { ECharts } from 'echarts/core'
import { type RefObject, useEffect, useRef } from 'react'
import type { Brush } from './brush.ts'
import styles from './echarts.module.css'
import { plotOf } from './plot.ts'

/** A pointer that moves less, in pixels, has pressed a mark. */
const LEAST = 6

const pixelOf = (chart: ECharts, place: number): number => chart.convertToPixel({ xAxisIndex: 0 }, place)

/** From half a step before the first place to half a step behind the last, in pixels. */
function edges(chart: ECharts, places: readonly number[], first: number, last: number): [number, number] {
  const at = (index: number) => pixelOf(chart, places[index] ?? Number.NaN)
  const step = (index: number, towards: number) => {
    const beside = places[index + towards] === undefined ? index - towards : index + towards
    return places[beside] === undefined ? LEAST : Math.abs(at(beside) - at(index)) / 2
  }
  return [at(first) - step(first, -1), at(last) + step(last, 1)]
}

/** The first and last place between two pixels; undefined where none is. */
function placesBetween(chart: ECharts, places: readonly number[], from: number, to: number) {
  const within = places.flatMap((place, index) => {
    const pixel = pixelOf(chart, place)
    return pixel >= from && pixel <= to ? [index] : []
  })
  const [first] = within
  const last = within.at(-1)
  return first === undefined || last === undefined ? undefined : ([first, last] as const)
}

/** The strip over a picture, between two pixels of its plot; nothing is to be seen where these are not in it. */
function stripOver(host: HTMLElement, chart: ECharts) {
  const strip = document.createElement('i')
  strip.className = styles['brush'] ?? ''
  strip.dataset['brush'] = ''
  host.append(strip)
  const hide = () => {
    strip.style.display = 'none'
  }
  const show = (from: number, to: number) => {
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
  }
  hide()
  return { show, hide, remove: () => strip.remove() }
}

type Strip = ReturnType<typeof stripOver>

/** Follows a pointer that draws; gives how to stop. `rest` shows what is picked again. */
function followPointer(
  host: HTMLElement,
  chart: ECharts,
  brush: RefObject<Brush | undefined>,
  strip: Strip,
  rest: () => void,
) {
  let start: number | undefined
  let isDrawing = false
  const xOf = (event: PointerEvent) => event.clientX - host.getBoundingClientRect().left
  const end = () => {
    start = undefined
    isDrawing = false
    rest()
  }
  const down = (event: PointerEvent) => {
    const plot = plotOf(chart)
    const x = xOf(event)
    const y = event.clientY - host.getBoundingClientRect().top
    const isInside = plot && x >= plot.x && x <= plot.x + plot.width && y >= plot.y && y <= plot.y + plot.height
    // A finger that moves scrolls the page.
    if (event.button === 0 && event.pointerType === 'mouse' && isInside) start = x
  }
  const move = (event: PointerEvent) => {
    if (start === undefined) return
    // The button was released where the page heard nothing of it, as outside of the window.
    if (event.buttons === 0) return end()
    isDrawing ||= Math.abs(xOf(event) - start) >= LEAST
    if (isDrawing) strip.show(start, xOf(event))
  }
  const up = (event: PointerEvent) => {
    if (start === undefined) return
    const [from, to] = [Math.min(start, xOf(event)), Math.max(start, xOf(event))]
    const found = isDrawing && brush.current ? placesBetween(chart, brush.current.places, from, to) : undefined
    end()
    if (found) brush.current?.onBrush(...found)
  }
  const key = (event: KeyboardEvent) => {
    // Before a band is seen, too: the key is about the gesture, and takes back no earlier selection.
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
  return () => {
    host.removeEventListener('pointerdown', down)
    document.removeEventListener('pointermove', move)
    document.removeEventListener('pointerup', up)
    document.removeEventListener('pointercancel', end)
    document.removeEventListener('keydown', key, true)
  }
}

/**
 * Lets a pointer draw a stretch of the horizontal axis, and shows the one that is picked. Gives how to show another
 * for now, by its first and last place.
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
    show.current = (first, last) => strip.show(...edges(instance, latest.current?.places ?? [], first, last))
    rest.current = () => {
      const shown = latest.current?.shown
      if (shown && !instance.isDisposed()) show.current(...shown)
      else strip.hide()
    }
    const settle = () => rest.current()
    instance.on('finished', settle)
    const leave = followPointer(element, instance, latest, strip, settle)
    return () => {
      leave()
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
