import { type RefObject, useLayoutEffect, useRef } from 'react'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { usePixelRatio } from '#ui/tokens/print-settings.ts'
import type { Basemap } from './basemap.ts'
import type { BasemapStyle } from './basemap-style.ts'
import type { MapLayer } from './layer.tsx'
import type { Camera } from './mercator.ts'
import { coversMap, isSameProjection, pictureRectOf, widenCamera } from './reprojected-picture.ts'
import { type MapTheme, mapTheme, paintBasemap, paintNames } from './paint-basemap.tsx'
import { useBasemap } from './use-basemap.tsx'

interface PaintedPicture {
  readonly style: BasemapStyle | null
  readonly theme: 'light' | 'dark'
  readonly layers: readonly MapLayer[]
}

interface Scene extends PaintedPicture {
  readonly basemap: Basemap | null
  readonly ratio: number
}

/** A painted map with its camera, which is wider than the map if it has a margin. */
interface MovedPicture {
  readonly canvas: HTMLCanvasElement
  readonly camera: Camera
}

/** A map that takes longer to paint, in milliseconds, is moved as a picture. */
const COSTLY = 8
/** Milliseconds after the last movement, or after the picture last covered the map, until such a map is repainted. */
const REST = 200

type Pen = CanvasRenderingContext2D

const contextOf = (canvas: HTMLCanvasElement | null): Pen | null =>
  canvas?.getContext('2d', { alpha: false, willReadFrequently: true }) ?? null

function themeAt(element: HTMLElement, style: BasemapStyle | null): MapTheme {
  const css = getComputedStyle(element)
  const read = (name: string) => css.getPropertyValue(`--${name}`).trim()
  return mapTheme(chartThemeOf(read), read, style ?? 'plain')
}

/** Paints the whole scene for a camera, and resizes the canvas to the size of the camera. */
function paintScene(pen: Pen, camera: Camera, { style, layers, basemap, ratio }: Scene, theme: MapTheme): void {
  pen.canvas.width = Math.round(camera.width * ratio)
  pen.canvas.height = Math.round(camera.height * ratio)
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  paintBasemap(pen, camera, basemap, theme)
  if (style === 'names') paintNames(pen, camera, basemap, theme)
  for (const layer of layers) layer.paint({ pen, camera, theme, ratio })
}

/** Draws a painted picture where the current camera sees it; returns whether it covers the map. */
function drawPaintedPicture(
  pen: Pen,
  { canvas, camera: from }: MovedPicture,
  camera: Camera,
  ratio: number,
  background: string,
) {
  const lie = pictureRectOf(from, camera)
  // An unscaled picture stays sharp on whole pixels.
  const at = (position: number) => (from.scale === camera.scale ? Math.round(position * ratio) / ratio : position)
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.globalAlpha = 1
  pen.fillStyle = background
  pen.fillRect(0, 0, camera.width, camera.height)
  pen.drawImage(canvas, at(lie.left), at(lie.top), lie.width, lie.height)
  return coversMap(lie, camera)
}

/** The picture to move: a copy of the canvas until one with a margin is painted. */
interface PictureToMove {
  picture: MovedPicture | undefined
  scene: Scene | undefined
  camera: Camera | undefined
  isCostly: boolean
  /** Whether the picture covers the map, and when it last did. */
  isCovered: boolean
  covered: number
  /** The color of the area outside of the picture. */
  water: string
}

const isSame = (a: Scene | undefined, b: Scene): boolean =>
  a !== undefined && (Object.keys(b) as (keyof Scene)[]).every((key) => a[key] === b[key])

/** Returns a copy of a canvas. */
function copyOf(canvas: HTMLCanvasElement, camera: Camera): MovedPicture {
  const copy = document.createElement('canvas')
  copy.width = canvas.width
  copy.height = canvas.height
  contextOf(copy)?.drawImage(canvas, 0, 0)
  return { canvas: copy, camera }
}

/** Paints for a camera, and records when the map was covered and whether painting was slow. */
function repaintMap(pen: Pen, camera: Camera, scene: Scene, moving: PictureToMove): void {
  const began = performance.now()
  const theme = themeAt(pen.canvas, scene.style)
  paintScene(pen, camera, scene, theme)
  const covered = performance.now()
  const isCostly = covered - began > COSTLY
  Object.assign(moving, { picture: undefined, scene, camera, isCostly, covered, water: theme.water })
}

/** Paints a picture with a margin, to be moved. */
function paintWithMargin(pen: Pen, camera: Camera, scene: Scene, moving: PictureToMove): void {
  const canvas = document.createElement('canvas')
  const wide = widenCamera(camera, scene.ratio)
  const ahead = contextOf(canvas)
  if (!ahead) return
  paintScene(ahead, wide, scene, themeAt(pen.canvas, scene.style))
  moving.picture = { canvas, camera: wide }
}

/** The view of a map, and whether a pointer is pressed on it. */
interface MapView {
  readonly camera: Camera
  readonly zoom: number
  readonly isDown: () => boolean
}

/**
 * Paints whenever the scene changes; returns the canvas, and whether the basemap is loaded. A map that is slow to paint
 * is moved and scaled as a picture while the user moves it, and repainted when it comes to rest. While a pointer is
 * pressed the map is not at rest.
 */
export function useMapCanvas(
  { style, theme, layers }: PaintedPicture,
  { camera, zoom, isDown }: MapView,
): { readonly canvas: RefObject<HTMLCanvasElement | null>; readonly hasBasemap: boolean } {
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef(isDown)
  held.current = isDown
  const ratio = usePixelRatio()
  const basemap = useBasemap(style === null ? null : zoom)
  const state = useRef<PictureToMove>({
    picture: undefined,
    scene: undefined,
    camera: undefined,
    isCostly: false,
    isCovered: false,
    covered: 0,
    water: '',
  })
  useLayoutEffect(() => {
    const pen = contextOf(canvas.current)
    if (!pen || camera.width < 1 || camera.height < 1) return
    const scene = { style, theme, layers, basemap, ratio }
    const moving = state.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const paint = () => {
      repaintMap(pen, camera, scene, moving)
      if (moving.isCostly) timer = setTimeout(() => paintWithMargin(pen, camera, scene, moving), REST)
    }
    const before = moving.camera
    const canMove =
      moving.isCostly &&
      isSame(moving.scene, scene) &&
      before?.width === camera.width &&
      before.height === camera.height &&
      isSameProjection(before, camera)
    const rest = () => {
      const isWhole = moving.isCovered && moving.picture?.camera.scale === camera.scale
      if (held.current() && isWhole) timer = setTimeout(rest, REST)
      else paint()
    }
    if (canMove) {
      moving.picture ??= copyOf(pen.canvas, before)
      const now = performance.now()
      moving.isCovered = drawPaintedPicture(pen, moving.picture, camera, ratio, moving.water)
      if (moving.isCovered) moving.covered = now
      else if (now - moving.covered > REST) {
        // The map keeps moving.
        paintWithMargin(pen, camera, scene, moving)
        moving.isCovered = drawPaintedPicture(pen, moving.picture, camera, ratio, moving.water)
        moving.covered = performance.now()
      }
      timer = setTimeout(rest, REST)
    } else paint()
    return () => clearTimeout(timer)
  }, [layers, camera, basemap, style, theme, ratio])
  return { canvas, hasBasemap: basemap !== null }
}
