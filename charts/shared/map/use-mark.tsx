import { type KeyboardEvent, useState } from 'react'
import type { ChartViewProps, SelectionMode } from '#charts/chart.ts'
import { selectionModeOf } from '#charts/shared/selection/selection-mode.ts'
import type { WindowPoint } from '#ui/base/menu-point.ts'
import { announce } from '#ui/base/announce.ts'
import type { Hit, MapLayer } from './layer.tsx'
import { type Camera, centerViewport, toCoordinates } from './mercator.ts'
import type { ViewportState } from './use-viewport.tsx'

type PixelPosition = readonly [number, number]

interface Stop {
  readonly layer: number
  readonly id: number
}

/** Returns the mark at a pixel in the topmost layer that has one. */
function hitAt(layers: readonly MapLayer[], camera: Camera, [left, top]: PixelPosition): Hit | null {
  for (const layer of layers.toReversed()) {
    const mark = layer.markAt(camera, left, top)
    if (mark) return { ...mark, layer }
  }
  return null
}

function hitOf(layers: readonly MapLayer[], camera: Camera, stop: Stop): Hit | null {
  const layer = layers[stop.layer]
  const mark = layer?.markOf(camera, stop.id)
  return layer && mark ? { ...mark, layer } : null
}

/** Returns the stop `by` positions further; without a current stop, the first or last one. */
function adjacentStop(
  layers: readonly MapLayer[],
  camera: Camera,
  stop: Stop | undefined,
  by: number,
): Stop | undefined {
  const all = layers.map((layer) => layer.stops(camera))
  const count = all.reduce((sum, { length }) => sum + length, 0)
  if (count === 0) return undefined
  const before = all.slice(0, stop?.layer ?? 0).reduce((sum, { length }) => sum + length, 0)
  const now = stop === undefined ? (by > 0 ? -1 : count) : before + (all[stop.layer]?.indexOf(stop.id) ?? 0)
  let next = (now + by + count) % count
  for (const [layer, ids] of all.entries()) {
    const id = ids[next]
    if (id !== undefined) return { layer, id }
    next -= ids.length
  }
  return undefined
}

/** Returns the mark of the tooltip: the one under the pointer, or else the one with keyboard focus. */
export function useMark(
  canvas: ChartViewProps,
  layers: readonly MapLayer[],
  camera: Camera,
  move: ViewportState['move'],
) {
  const { onSelect, onMenu } = canvas
  const [stop, setStop] = useState<Stop>()
  const [hover, setHover] = useState<PixelPosition>()
  const hit = hover ? hitAt(layers, camera, hover) : stop ? hitOf(layers, camera, stop) : null
  const select = ({ layer, id }: Hit, mode: SelectionMode) => {
    const one = layer.selectionOf(id, camera)
    if (one) onSelect?.(one, mode)
  }

  const go = (by: number) => {
    const next = adjacentStop(layers, camera, stop, by)
    const found = next && hitOf(layers, camera, next)
    if (!found) return
    setHover(undefined)
    setStop(next)
    move((viewport) => centerViewport(viewport, toCoordinates(camera, found.left, found.top)))
    const lines = found.layer.linesOf(found.id, camera).map(({ name, text }) => `${name} ${text}`)
    announce(lines.join(', '))
  }
  const leave = () => {
    setStop(undefined)
    setHover(undefined)
  }
  /** Returns true if the key was handled. */
  const onKey = (event: KeyboardEvent): boolean => {
    const { key } = event
    if (key === 'PageDown' || key === 'PageUp') go(key === 'PageDown' ? 1 : -1)
    else if (key === 'Enter' && stop && hit && onSelect) select(hit, selectionModeOf(event))
    else if (key === 'Escape' && hit) leave()
    else return false
    return true
  }
  const onHover = (position: PixelPosition | undefined) => {
    setHover(position)
    if (position) setStop(undefined)
  }
  const onClick = (position: PixelPosition, mode: SelectionMode) => {
    const found = hitAt(layers, camera, position)
    if (found) select(found, mode)
  }
  /**
   * Opens the context menu of the mark at a position, or of the one with keyboard focus; returns whether there is one.
   */
  const openMenu = (position: PixelPosition | undefined, at: WindowPoint): boolean => {
    const found = position ? hitAt(layers, camera, position) : stop ? hitOf(layers, camera, stop) : null
    const one = found && onMenu && found.layer.selectionOf(found.id, camera)
    if (one) onMenu(one, at)
    return Boolean(one)
  }
  return { hit, onKey, onHover, onClick, openMenu, leave }
}
