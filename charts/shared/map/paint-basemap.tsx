import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'
import { clipRing, type Basemap, type Outline } from './basemap.ts'
import type { BasemapStyle } from './basemap-style.ts'
import { type Camera, visibleCopies, isOnMap, toCoordinates, toPixel, mapEdge } from './mercator.ts'

/** The colours of a map. */
export interface MapTheme {
  readonly theme: ChartTheme
  readonly water: string
  readonly land: string
  readonly border: string
  readonly name: string
  /** The outline color of marks. */
  readonly edge: string
}

/** Returns the colors of a basemap style from the CSS variables of its element. */
export function mapTheme(theme: ChartTheme, read: (name: string) => string, style: BasemapStyle): MapTheme {
  const isBlue = style === 'water'
  return {
    theme,
    water: read(isBlue ? 'seq1-1' : 'surface'),
    land: read(isBlue ? 'surface' : 'land'),
    border: read(isBlue ? 'line-strong' : 'land-line'),
    name: read('text-subtle'),
    edge: read('mark-edge'),
  }
}

type Pen = CanvasRenderingContext2D

/** Outlines are clipped if they reach this many pixels away: canvas paths lose precision far outside of the map. */
const CLIP_MARGIN = 4000
/** Clipped outlines reach this many pixels outside of the map. */
const BASEMAP_MARGIN = 40

/** Returns a predicate that tells if an outline may be visible in a copy of the world. */
export function viewOf(camera: Camera): (outline: Outline, copy: number) => boolean {
  const corners = [0, camera.width].flatMap((left) => [0, camera.height].map((top) => toCoordinates(camera, left, top)))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return (outline, copy) =>
    outline.west + copy <= east && outline.east + copy >= west && outline.north <= south && outline.south >= north
}

export function pixelsOf({ points }: Outline, copy: number, camera: Camera): number[] {
  const pixels: number[] = []
  for (let at = 0; at < points.length; at += 2)
    pixels.push(...toPixel(camera, (points[at] as number) + copy, points[at + 1] as number))
  return pixels
}

function tracePath(pen: Pen, pixels: readonly number[]): void {
  for (let at = 0; at < pixels.length; at += 2) {
    const [x, y] = [pixels[at] as number, pixels[at + 1] as number]
    if (at === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
}

/** Traces a closed ring, clipped to the map and a margin if it reaches far away. */
export function traceRing(pen: Pen, ring: Outline, copy: number, camera: Camera): void {
  const pixels = pixelsOf(ring, copy, camera)
  const isFar = pixels.some((pixel) => Math.abs(pixel) > CLIP_MARGIN)
  const farCorner = [camera.width + BASEMAP_MARGIN, camera.height + BASEMAP_MARGIN] as const
  tracePath(pen, isFar ? clipRing(pixels, -BASEMAP_MARGIN, farCorner) : pixels)
  pen.closePath()
}

/** Traces the parts of a line that are near the map. */
function traceNear(pen: Pen, pixels: readonly number[], { width, height }: Camera): void {
  for (let at = 2; at < pixels.length; at += 2) {
    const [ax, ay, bx, by] = pixels.slice(at - 2, at + 2) as [number, number, number, number]
    const isNear =
      Math.max(ax, bx) > -BASEMAP_MARGIN &&
      Math.min(ax, bx) < width + BASEMAP_MARGIN &&
      Math.max(ay, by) > -BASEMAP_MARGIN &&
      Math.min(ay, by) < height + BASEMAP_MARGIN
    if (!isNear) continue
    pen.moveTo(ax, ay)
    pen.lineTo(bx, by)
  }
}

/**
 * Returns the copies of the world that may be visible, including neighbors, into which outlines across the date line
 * extend.
 */
export function nearbyCopies(camera: Camera): number[] {
  const copies = visibleCopies(camera)
  return [(copies[0] ?? 0) - 1, ...copies, (copies.at(-1) ?? 0) + 1]
}

/** Clips painting to the copy of the world that is drawn. */
export function clipToMap(pen: Pen, camera: Camera, paint: () => void): void {
  pen.save()
  pen.beginPath()
  tracePath(pen, mapEdge(camera).flat())
  pen.clip()
  paint()
  pen.restore()
}

/** Paints water, land and borders. */
export function paintBasemap(pen: Pen, camera: Camera, basemap: Basemap | null, theme: MapTheme): void {
  pen.fillStyle = theme.water
  pen.fillRect(0, 0, camera.width, camera.height)
  if (basemap) clipToMap(pen, camera, () => paintLand(pen, camera, basemap, theme))
}

function paintLand(pen: Pen, camera: Camera, basemap: Basemap, theme: MapTheme): void {
  const isSeen = viewOf(camera)
  const copies = nearbyCopies(camera)
  pen.beginPath()
  for (const outline of basemap.land)
    for (const copy of copies) if (isSeen(outline, copy)) traceRing(pen, outline, copy, camera)
  pen.fillStyle = theme.land
  pen.fill()
  pen.beginPath()
  for (const outline of basemap.borders)
    for (const copy of copies) if (isSeen(outline, copy)) traceNear(pen, pixelsOf(outline, copy, camera), camera)
  pen.strokeStyle = theme.border
  pen.lineWidth = 1
  pen.stroke()
}

/** Paints the country names that fit, widest country first. */
export function paintNames(pen: Pen, camera: Camera, basemap: Basemap | null, theme: MapTheme): void {
  pen.font = `500 11px ${theme.theme.font}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.lineWidth = 3
  pen.lineJoin = 'round'
  pen.strokeStyle = theme.land
  pen.fillStyle = theme.name
  for (const { text, x, y, width } of basemap?.names ?? [])
    for (const copy of nearbyCopies(camera)) {
      if (!isOnMap(camera, x + copy)) continue
      const [left, top] = toPixel(camera, x + copy, y)
      if (pen.measureText(text).width > width * camera.scale) continue
      pen.strokeText(text, left, top)
      pen.fillText(text, left, top)
    }
}
