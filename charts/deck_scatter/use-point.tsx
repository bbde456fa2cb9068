import { type KeyboardEvent, useState } from 'react'
import type { Canvas } from '#charts/chart.ts'
import { togglePick } from '#charts/shared/pick-mask.ts'
import { announce } from '#ui/layout/announce.ts'
import { type Camera, movedTo } from './mercator.ts'
import type { PointMapProps } from './props.ts'
import { type Hit, pickOf, pointAt, radiusAt, type Scene } from './scene.ts'
import { pointLines } from './summary.ts'
import type { SightState } from './use-sight.tsx'

type Place = readonly [number, number]

/** A point that keys have brought to the middle, or as near to it as the map goes. */
function centred(scene: Scene, camera: Camera, point: number): Hit {
  const top = camera.height / 2 + ((scene.ys[point] ?? 0) - camera.center.y) * camera.scale * camera.tilt
  return { point, left: camera.width / 2, top, radius: radiusAt(scene, camera, point) }
}

/** The point that is told of: the one under the pointer, else the one that keys have gone to. */
export function usePoint(props: PointMapProps & Canvas, scene: Scene, camera: Camera, move: SightState['move']) {
  const { onPick, picked = [] } = props
  const [stop, setStop] = useState<{ readonly point: number; readonly step: number }>()
  const [hover, setHover] = useState<Place>()
  const hit = hover ? pointAt(scene, camera, ...hover) : stop ? centred(scene, camera, stop.point) : null
  const pick = (point: number) => onPick?.(togglePick(picked, pickOf(props, point)))

  const go = (by: number) => {
    const count = scene.order.length
    if (count === 0) return
    const next = stop === undefined ? (by > 0 ? 0 : count - 1) : (stop.step + by + count) % count
    const point = scene.order[next] ?? 0
    setHover(undefined)
    setStop({ point, step: next })
    move((sight) => movedTo(sight, { x: scene.xs[point] ?? 0, y: scene.ys[point] ?? 0 }))
    const lines = pointLines(props, point).map(({ name, text }) => `${name} ${text}`)
    announce(lines.join(', '))
  }
  const leave = () => {
    setStop(undefined)
    setHover(undefined)
  }
  /** True for a key that did something. */
  const onKey = ({ key }: KeyboardEvent): boolean => {
    if (key === 'PageDown' || key === 'PageUp') go(key === 'PageDown' ? 1 : -1)
    else if (key === 'Enter' && stop && onPick) pick(stop.point)
    else if (key === 'Escape' && hit) leave()
    else return false
    return true
  }
  const onHover = (place: Place | undefined) => {
    setHover(place)
    if (place) setStop(undefined)
  }
  const onClick = (place: Place) => {
    const found = pointAt(scene, camera, ...place)
    if (found) pick(found.point)
  }
  return { hit, onKey, onHover, onClick, leave }
}
