import { type RefObject, useLayoutEffect, useRef } from 'react'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { usePixelRatio } from '#ui/tokens/paper.ts'
import type { Basemap } from './basemap.ts'
import type { BasemapStyle } from './basemap-style.ts'
import type { MapLayer } from './layer.tsx'
import type { Camera } from './mercator.ts'
import { covers, isMoved, lieOf, widened } from './moved-picture.ts'
import { type MapTheme, mapTheme, paintBasemap, paintNames } from './paint-basemap.tsx'
import { useBasemap } from './use-basemap.tsx'

interface Painted {
  readonly style: BasemapStyle | null
  readonly theme: 'light' | 'dark'
  readonly layers: readonly MapLayer[]
}

interface Scene extends Painted {
  readonly ground: Basemap | null
  readonly ratio: number
}

/** A map as it was painted, for the camera it was painted for: wider than the box where it has a margin. */
interface MovedPicture {
  readonly canvas: HTMLCanvasElement
  readonly camera: Camera
}

/** A map that takes longer to paint, in milliseconds, is moved as a picture. */
const COSTLY = 8
/** Milliseconds after the last movement, or after the box was last covered, until such a map is painted anew. */
const REST = 200

type Pen = CanvasRenderingContext2D

const penOf = (canvas: HTMLCanvasElement | null): Pen | null =>
  canvas?.getContext('2d', { alpha: false, willReadFrequently: true }) ?? null

function inkAt(element: HTMLElement, style: BasemapStyle | null): MapTheme {
  const css = getComputedStyle(element)
  const read = (name: string) => css.getPropertyValue(`--${name}`).trim()
  return mapTheme(chartThemeOf(read), read, style ?? 'plain')
}

/** Paints all there is for a camera, on a canvas that becomes as large as the camera sees. */
function paintScene(pen: Pen, camera: Camera, { style, layers, ground, ratio }: Scene, ink: MapTheme): void {
  pen.canvas.width = Math.round(camera.width * ratio)
  pen.canvas.height = Math.round(camera.height * ratio)
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  paintBasemap(pen, camera, ground, ink)
  if (style === 'names') paintNames(pen, camera, ground, ink)
  for (const layer of layers) layer.paint({ pen, camera, ink, ratio })
}

/** Lays what was painted where the camera sees it now; true where that leaves nothing empty. */
function layPicture(pen: Pen, { canvas, camera: from }: MovedPicture, camera: Camera, ratio: number, ground: string) {
  const lie = lieOf(from, camera)
  // What is only moved stays sharp on whole pixels.
  const at = (place: number) => (from.scale === camera.scale ? Math.round(place * ratio) / ratio : place)
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.globalAlpha = 1
  pen.fillStyle = ground
  pen.fillRect(0, 0, camera.width, camera.height)
  pen.drawImage(canvas, at(lie.left), at(lie.top), lie.width, lie.height)
  return covers(lie, camera)
}

/** The picture that is moved: what is to be seen, until one with a margin has been painted. */
interface Moving {
  picture: MovedPicture | undefined
  scene: Scene | undefined
  camera: Camera | undefined
  isCostly: boolean
  /** Whether the box is covered by the picture, and when it last was. */
  isCovered: boolean
  covered: number
  /** What is seen where the picture does not reach. */
  water: string
}

const isSame = (a: Scene | undefined, b: Scene): boolean =>
  a !== undefined && (Object.keys(b) as (keyof Scene)[]).every((key) => a[key] === b[key])

/** A copy of what a canvas shows. */
function copyOf(canvas: HTMLCanvasElement, camera: Camera): MovedPicture {
  const copy = document.createElement('canvas')
  copy.width = canvas.width
  copy.height = canvas.height
  penOf(copy)?.drawImage(canvas, 0, 0)
  return { canvas: copy, camera }
}

/** Paints for a camera, and says since when the box is covered and whether it took long. */
function paintAnew(pen: Pen, camera: Camera, scene: Scene, moving: Moving): void {
  const began = performance.now()
  const ink = inkAt(pen.canvas, scene.style)
  paintScene(pen, camera, scene, ink)
  const covered = performance.now()
  const isCostly = covered - began > COSTLY
  Object.assign(moving, { picture: undefined, scene, camera, isCostly, covered, water: ink.water })
}

/** Paints once more with a margin, to be moved. */
function paintAhead(pen: Pen, camera: Camera, scene: Scene, moving: Moving): void {
  const canvas = document.createElement('canvas')
  const wide = widened(camera, scene.ratio)
  const ahead = penOf(canvas)
  if (!ahead) return
  paintScene(ahead, wide, scene, inkAt(pen.canvas, scene.style))
  moving.picture = { canvas, camera: wide }
}

/** From where a map is seen, and whether a hand holds it. */
interface Seen {
  readonly camera: Camera
  readonly zoom: number
  readonly isDown: () => boolean
}

/**
 * Draws whenever something of the picture has changed: on this canvas, and whether there is ground on it. A map that takes
 * long to paint is moved and scaled as it was painted while hands move it, and painted anew when they rest. A hand that
 * holds it does not rest: what it has moved is the same picture elsewhere.
 */
export function usePaint(
  { style, theme, layers }: Painted,
  { camera, zoom, isDown }: Seen,
): { readonly canvas: RefObject<HTMLCanvasElement | null>; readonly hasGround: boolean } {
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef(isDown)
  held.current = isDown
  const ratio = usePixelRatio()
  const ground = useBasemap(style === null ? null : zoom)
  const state = useRef<Moving>({
    picture: undefined,
    scene: undefined,
    camera: undefined,
    isCostly: false,
    isCovered: false,
    covered: 0,
    water: '',
  })
  useLayoutEffect(() => {
    const pen = penOf(canvas.current)
    if (!pen || camera.width < 1 || camera.height < 1) return
    const scene = { style, theme, layers, ground, ratio }
    const moving = state.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const paint = () => {
      paintAnew(pen, camera, scene, moving)
      if (moving.isCostly) timer = setTimeout(() => paintAhead(pen, camera, scene, moving), REST)
    }
    const before = moving.camera
    const canMove =
      moving.isCostly &&
      isSame(moving.scene, scene) &&
      before?.width === camera.width &&
      before.height === camera.height &&
      isMoved(before, camera)
    const rest = () => {
      const isWhole = moving.isCovered && moving.picture?.camera.scale === camera.scale
      if (held.current() && isWhole) timer = setTimeout(rest, REST)
      else paint()
    }
    if (canMove) {
      moving.picture ??= copyOf(pen.canvas, before)
      const now = performance.now()
      moving.isCovered = layPicture(pen, moving.picture, camera, ratio, moving.water)
      if (moving.isCovered) moving.covered = now
      else if (now - moving.covered > REST) {
        // It is moved on and on.
        paintAhead(pen, camera, scene, moving)
        moving.isCovered = layPicture(pen, moving.picture, camera, ratio, moving.water)
        moving.covered = performance.now()
      }
      timer = setTimeout(rest, REST)
    } else paint()
    return () => clearTimeout(timer)
  }, [layers, camera, ground, style, theme, ratio])
  return { canvas, hasGround: ground !== null }
}
