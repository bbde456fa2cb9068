/** The latitude at which the Web Mercator square ends; nothing beyond can be drawn. */
export const LAST_LATITUDE = 85.051129

/** The width of the world at zoom 0 in pixels, as with vector tiles. */
const TILE_SIZE = 512

/** The length of the equator in meters (WGS 84). */
export const EQUATOR = 40_075_016.686

/** A point in the Web Mercator square: x eastward from the date line, y southward, both from 0 to 1. */
export interface MercatorPoint {
  readonly x: number
  readonly y: number
}

/** The view of a map: its center in degrees, zoom level, clockwise bearing and pitch, both in degrees. */
export interface MapViewport {
  readonly longitude: number
  readonly latitude: number
  readonly zoom: number
  readonly bearing: number
  readonly pitch: number
}

/** A bounding box in degrees. `east` is above 180 if it crosses the date line. */
export interface GeoBounds {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The precomputed projection of a viewport and a size in pixels. */
export interface Camera extends Size {
  readonly center: MercatorPoint
  /** The width of the world in pixels. */
  readonly scale: number
  readonly cos: number
  readonly sin: number
  /** The vertical scale of the ground; the pitch is drawn without perspective. */
  readonly tilt: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** Normalizes a longitude to -180 to 180 degrees. */
export function normalizeLongitude(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180
}

/** Projects degrees to Web Mercator (EPSG:3857); latitudes beyond the square are clamped to its edge. */
export function toMercator(longitude: number, latitude: number): MercatorPoint {
  const sine = Math.sin(radians(clamp(latitude, -LAST_LATITUDE, LAST_LATITUDE)))
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

/** The inverse of `toMercator`; the longitude is not normalized. */
export function toDegrees({ x, y }: MercatorPoint): { readonly longitude: number; readonly latitude: number } {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
  return { longitude: (x - 0.5) * 360, latitude }
}

export function cameraOf(viewport: MapViewport, { width, height }: Size): Camera {
  const turn = radians(viewport.bearing)
  return {
    width,
    height,
    center: toMercator(viewport.longitude, viewport.latitude),
    scale: TILE_SIZE * 2 ** viewport.zoom,
    cos: Math.cos(turn),
    sin: Math.sin(turn),
    tilt: Math.cos(radians(viewport.pitch)),
  }
}

/** Returns the pixel of a point. */
export function toPixel(camera: Camera, x: number, y: number): [number, number] {
  const dx = (x - camera.center.x) * camera.scale
  const dy = (y - camera.center.y) * camera.scale
  return [
    camera.width / 2 + dx * camera.cos + dy * camera.sin,
    camera.height / 2 + (dy * camera.cos - dx * camera.sin) * camera.tilt,
  ]
}

/** Returns the point at a pixel. */
export function toCoordinates(camera: Camera, left: number, top: number): MercatorPoint {
  const rx = left - camera.width / 2
  const ry = (top - camera.height / 2) / camera.tilt
  return {
    x: camera.center.x + (rx * camera.cos - ry * camera.sin) / camera.scale,
    y: camera.center.y + (rx * camera.sin + ry * camera.cos) / camera.scale,
  }
}

/** Returns the length of a meter in pixels at a latitude. */
export function pixelsPerMetre(camera: Camera, latitude: number): number {
  return camera.scale / (EQUATOR * Math.cos(radians(clamp(latitude, -LAST_LATITUDE, LAST_LATITUDE))))
}

/** Returns the visible copies of the world, as integers to add to x. */
export function visibleCopies(camera: Camera): number[] {
  const corners = [0, camera.width].flatMap((left) =>
    [0, camera.height].map((top) => toCoordinates(camera, left, top).x),
  )
  const first = Math.floor(Math.min(...corners))
  const last = Math.floor(Math.max(...corners))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * True if a point is in the copy of the world that is drawn, which extends half a world to each side of the center.
 * Nothing is drawn twice, even if the map is wider than the world.
 */
export function isOnMap({ center }: Camera, x: number): boolean {
  return x >= center.x - 0.5 && x < center.x + 0.5
}

/** Returns the corners of that copy in pixels, in order around it. */
export function mapEdge(camera: Camera): readonly (readonly [number, number])[] {
  const { x } = camera.center
  return [
    toPixel(camera, x - 0.5, 0),
    toPixel(camera, x + 0.5, 0),
    toPixel(camera, x + 0.5, 1),
    toPixel(camera, x - 0.5, 1),
  ]
}

/** The minimum and maximum zoom; below 0 the world is smaller than 512 pixels. */
const ZOOMS = { least: -2, most: 24 } as const

/** The margin around points in pixels, and the zoom for a single point. */
const MARGIN = 32
const CLOSE = 11

/** Pixels at the left and right that other elements cover. */
export interface CoveredEdges {
  readonly left: number
  readonly right: number
}

/** The margin around the whole world, whose edges are water and ice, in pixels. */
const EDGE_MARGIN = 4
const NOTHING: CoveredEdges = { left: 0, right: 0 }

/**
 * Returns the viewport that fits `bounds` in the uncovered part of the map, with the bearing and pitch of `viewport`. The
 * whole world is centered in the map, under any covering elements: it ends half a world from the center, so an
 * off-center world would be cut on land.
 */
export function fitBounds(
  bounds: GeoBounds,
  viewport: MapViewport,
  box: Size,
  neighbor: CoveredEdges = NOTHING,
): MapViewport {
  const isWhole = bounds.east - bounds.west >= 360
  const covered = isWhole ? NOTHING : neighbor
  const margin = isWhole ? EDGE_MARGIN : MARGIN
  const size = { width: box.width - covered.left - covered.right, height: box.height }
  const [a, b] = [toMercator(bounds.west, bounds.north), toMercator(bounds.east, bounds.south)]
  const { cos, sin, tilt } = cameraOf(viewport, size)
  const [dx, dy] = [b.x - a.x, b.y - a.y].map(Math.abs) as [number, number]
  const across = Math.abs(dx * cos) + Math.abs(dy * sin)
  const down = (Math.abs(dx * sin) + Math.abs(dy * cos)) * tilt
  const room = (length: number) => Math.max(length - 2 * margin, length / 2)
  const scale = Math.min(room(size.width) / across, room(size.height) / down)
  const zoom = clamp(Math.log2(scale / TILE_SIZE), ZOOMS.least, CLOSE)
  const { longitude, latitude } = toDegrees({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const fit = { ...viewport, longitude: normalizeLongitude(longitude), latitude, zoom }
  return roundViewport(panViewport(fit, size, (covered.left - covered.right) / 2, 0))
}

/** Returns a viewport with another center and zoom; the center stays on the map. */
export function centerViewport(viewport: MapViewport, spot: MercatorPoint, zoom: number = viewport.zoom): MapViewport {
  const { longitude, latitude } = toDegrees({ x: spot.x, y: clamp(spot.y, 0, 1) })
  return {
    ...viewport,
    longitude: normalizeLongitude(longitude),
    latitude,
    zoom: clamp(zoom, ZOOMS.least, ZOOMS.most),
  }
}

/** Zooms by this many levels around a pixel. */
export function zoomViewport(
  viewport: MapViewport,
  size: Size,
  by: number,
  pixel: readonly [number, number],
): MapViewport {
  const zoom = clamp(viewport.zoom + by, ZOOMS.least, ZOOMS.most)
  const fixed = toCoordinates(cameraOf(viewport, size), ...pixel)
  const near = toCoordinates(cameraOf({ ...viewport, zoom }, size), ...pixel)
  const { center } = cameraOf(viewport, size)
  return centerViewport(viewport, { x: center.x + fixed.x - near.x, y: center.y + fixed.y - near.y }, zoom)
}

/** Moves a viewport so that the ground follows a drag by this many pixels. */
export function panViewport(viewport: MapViewport, size: Size, right: number, down: number): MapViewport {
  return centerViewport(
    viewport,
    toCoordinates(cameraOf(viewport, size), size.width / 2 - right, size.height / 2 - down),
  )
}

const roundTo = (digits: number) => (value: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** Rounds a viewport for display and storage: to 0.01 zoom levels, and to degrees finer than a pixel. */
export function roundViewport(viewport: MapViewport): MapViewport {
  const degrees = roundTo(clamp(Math.ceil(viewport.zoom / 3) + 2, 2, 8))
  return {
    ...viewport,
    longitude: degrees(viewport.longitude),
    latitude: degrees(viewport.latitude),
    zoom: roundTo(2)(viewport.zoom),
  }
}
