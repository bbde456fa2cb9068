import { expect, it } from 'vitest'
import { type Camera, cameraOf, panViewport, toPixel, toMercator, zoomViewport } from './mercator.ts'
import { coversMap, isSameProjection, pictureRectOf, widenCamera } from './reprojected-picture.ts'

const size = { width: 600, height: 300 }
const viewport = { longitude: 10, latitude: 50, zoom: 5, bearing: 0, pitch: 0 }
const camera = cameraOf(viewport, size)

/** Maps a pixel of the picture to its position on the map. */
function lain(painted: Camera, now: Camera, [x, y]: readonly [number, number]): [number, number] {
  const { left, top, width, height } = pictureRectOf(painted, now)
  return [left + (x / painted.width) * width, top + (y / painted.height) * height]
}

it('a picture has a quarter of the longer side around it, unless it would be too large', () => {
  expect(widenCamera(camera, 1)).toEqual({ ...camera, width: 900, height: 600 })
  // 900 by 600 with a pixel ratio of 7 is 26 million device pixels.
  expect(widenCamera(camera, 7)).toBe(camera)
})

it.each([
  ['moved', { ...viewport, longitude: 13, latitude: 48 }],
  ['zoomed', zoomViewport(viewport, size, 1.3, [100, 40])],
  ['rotated and moved', { ...viewport, bearing: 30, pitch: 45, longitude: 12 }],
])('%s, every part of the picture is at its painted position', (_, next) => {
  const from = widenCamera(cameraOf({ ...viewport, bearing: next.bearing, pitch: next.pitch }, size), 1)
  const now = cameraOf(next, size)
  for (const [longitude, latitude] of [
    [10, 50],
    [14, 52],
    [-3, 44],
  ] as const) {
    const { x, y } = toMercator(longitude, latitude)
    const [left, top] = lain(from, now, toPixel(from, x, y))
    const [thereLeft, thereTop] = toPixel(now, x, y)
    expect(left).toBeCloseTo(thereLeft, 6)
    expect(top).toBeCloseTo(thereTop, 6)
  }
})

it('panning across the date line takes the shorter way', () => {
  const east = cameraOf({ ...viewport, longitude: 179 }, size)
  const west = cameraOf({ ...viewport, longitude: -179 }, size)
  // Two degrees of a world that is 512 * 32 pixels wide.
  expect(pictureRectOf(east, west).left).toBeCloseTo((-2 / 360) * 512 * 32, 6)
})

it('covers the box until it is moved further than its margin or zoomed out beyond it', () => {
  const wide = widenCamera(camera, 1)
  const after = (right: number, down: number) =>
    pictureRectOf(wide, cameraOf(panViewport(viewport, size, right, down), size))
  expect([after(149, 149), after(151, 0), after(0, -151)].map((lie) => coversMap(lie, size))).toEqual([
    true,
    false,
    false,
  ])
  const out = (by: number) => pictureRectOf(wide, cameraOf(zoomViewport(viewport, size, by, [300, 150]), size))
  // Two thirds of it are 600 pixels wide.
  expect([out(-0.58), out(-0.59)].map((lie) => coversMap(lie, size))).toEqual([true, false])
})

it('repaints after a rotation or tilt', () => {
  expect(isSameProjection(camera, cameraOf({ ...viewport, zoom: 7, longitude: 0 }, size))).toBe(true)
  expect(isSameProjection(camera, cameraOf({ ...viewport, bearing: 1 }, size))).toBe(false)
  expect(isSameProjection(camera, cameraOf({ ...viewport, pitch: 1 }, size))).toBe(false)
})
