import { expect, it } from 'vitest'
import {
  cameraOf,
  visibleCopies,
  isOnMap,
  mapEdge,
  panViewport,
  fitBounds,
  pixelsPerMetre,
  roundViewport,
  type MapViewport,
  toDegrees,
  toCoordinates,
  toPixel,
  toMercator,
  normalizeLongitude,
  zoomViewport,
} from './mercator.ts'

const viewport: MapViewport = { longitude: 0, latitude: 0, zoom: 0, bearing: 0, pitch: 0 }
const size = { width: 512, height: 512 }

it('projects by Web Mercator: a square that ends at 85.0511 degrees', () => {
  expect(toMercator(0, 0)).toEqual({ x: 0.5, y: 0.5 })
  expect(toMercator(-180, 85.051129).y).toBeCloseTo(0, 6)
  expect(toMercator(180, -90)).toEqual({ x: 1, y: expect.closeTo(1, 6) })
  // ln tan(45° + 60°/2) = 1.316957897, relative to the 2π height of the square.
  expect(toMercator(90, 60)).toEqual({ x: 0.75, y: expect.closeTo(0.5 - 1.316957897 / (2 * Math.PI), 9) })
  expect(toDegrees(toMercator(-122.4, 37.8))).toEqual({
    longitude: expect.closeTo(-122.4, 9),
    latitude: expect.closeTo(37.8, 9),
  })
})

it('the world is 512 pixels wide at zoom 0 and twice as wide at each level', () => {
  expect(toPixel(cameraOf(viewport, size), 0, 0)).toEqual([0, 0])
  expect(toPixel(cameraOf({ ...viewport, zoom: 1 }, size), 1, 0.5)).toEqual([768, 256])
  // The equator is 40,075,016.686 m long; the parallel at 60 degrees is half of that.
  expect(512 / pixelsPerMetre(cameraOf(viewport, size), 0)).toBeCloseTo(40_075_016.686, 3)
  expect(512 / pixelsPerMetre(cameraOf(viewport, size), 60)).toBeCloseTo(20_037_508.343, 3)
})

it('rotates clockwise and tilts, and maps pixels back to coordinates', () => {
  const east = toMercator(90, 0)
  const turned = cameraOf({ ...viewport, bearing: 90 }, size)
  expect(toPixel(turned, east.x, east.y)).toEqual([expect.closeTo(256, 9), expect.closeTo(128, 9)])
  const tilted = cameraOf({ ...viewport, bearing: 90, pitch: 60 }, size)
  expect(toPixel(tilted, east.x, east.y)).toEqual([expect.closeTo(256, 9), expect.closeTo(192, 9)])
  const camera = cameraOf({ longitude: 10, latitude: 50, zoom: 3.3, bearing: -35, pitch: 40 }, size)
  const { x, y } = toCoordinates(camera, 100, 400)
  expect(toPixel(camera, x, y)).toEqual([expect.closeTo(100, 9), expect.closeTo(400, 9)])
})

it('shows adjacent copies of the world', () => {
  expect(visibleCopies(cameraOf({ ...viewport, zoom: 2 }, size))).toEqual([0])
  expect(visibleCopies(cameraOf({ ...viewport, longitude: 170, zoom: 2 }, size))).toEqual([0, 1])
  expect(visibleCopies(cameraOf(viewport, { width: 1100, height: 512 }))).toEqual([-1, 0, 1])
})

it('shows a whole range up to the maximum zoom, also across the date line', () => {
  const extent = { west: -90, east: 90, south: -60, north: 60 }
  // 0.4192 of the world from south to north, 0.5 from west to east, in 512 - 2 * 32 pixels.
  expect(fitBounds(extent, viewport, size)).toEqual({
    ...viewport,
    zoom: expect.closeTo(Math.log2(448 / 0.5 / 512), 2),
  })
  expect(fitBounds({ west: 5, east: 5, south: 50, north: 50 }, viewport, size)).toEqual({
    ...viewport,
    longitude: 5,
    latitude: 50,
    zoom: 11,
  })
  expect(fitBounds({ west: 170, east: 200, south: -1, north: 1 }, viewport, size).longitude).toBe(-175)
  const narrow = fitBounds({ west: -180, east: 180, south: -80, north: 80 }, viewport, { width: 20, height: 20 })
  expect(narrow.zoom).toBe(-2)
})

it('keeps the position under the pointer while zooming, and follows a drag', () => {
  const before = toCoordinates(cameraOf(viewport, size), 400, 100)
  const zoomed = zoomViewport(viewport, size, 2, [400, 100])
  expect(zoomed.zoom).toBe(2)
  const after = toCoordinates(cameraOf(zoomed, size), 400, 100)
  expect([after.x, after.y]).toEqual([expect.closeTo(before.x, 9), expect.closeTo(before.y, 9)])
  // 128 of 512 pixels are a quarter of the world.
  expect(panViewport(viewport, size, 128, 0).longitude).toBe(-90)
  expect(panViewport({ ...viewport, longitude: -170 }, size, 128, 0).longitude).toBe(100)
  expect(zoomViewport(viewport, size, -9, [0, 0]).zoom).toBe(-2)
  expect(zoomViewport(viewport, size, 99, [0, 0]).zoom).toBe(24)
})

it('wraps longitudes and rounds to less than a pixel', () => {
  expect([normalizeLongitude(190), normalizeLongitude(-190), normalizeLongitude(180), normalizeLongitude(540)]).toEqual(
    [-170, 170, 180, -180],
  )
  expect(roundViewport({ ...viewport, longitude: 12.3456789, latitude: 1.23456789, zoom: 3.14559 })).toEqual({
    ...viewport,
    longitude: 12.3457,
    latitude: 1.2346,
    zoom: 3.15,
  })
})

it('draws the world once, from half a world width left of the center to half right of it', () => {
  const wide = { width: 1100, height: 512 }
  const here = (longitude: number) =>
    [-1, 0, 1].filter((copy) => isOnMap(cameraOf({ ...viewport, longitude }, wide), toMercator(100, 0).x + copy))
  // 100 degrees east is to the right of the map center, and to the left of a center in the Pacific.
  expect([here(0), here(-170), here(170)]).toEqual([[0], [-1], [0]])
  const edge = mapEdge(cameraOf(viewport, wide))
  expect(edge.map(([left]) => left)).toEqual([294, 806, 806, 294])
})

it('the world map is centered in its box and fills it', () => {
  const extent = { west: -170, east: 190, south: -56, north: 76 }
  const whole = { longitude: 0, latitude: 0, zoom: 0, bearing: 0, pitch: 0 }
  const found = fitBounds(extent, whole, { width: 608, height: 900 }, { left: 120, right: 0 })
  // 360 degrees in 600 of 608 pixels; 512 pixels are zoom 0.
  expect([found.longitude, found.zoom]).toEqual([10, 0.23])
})
