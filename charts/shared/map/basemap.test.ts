import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { basemapFrom, type Outline } from './basemap.ts'
import { toMercator } from './mercator.ts'

const require = createRequire(import.meta.url)
const topology = JSON.parse(readFileSync(require.resolve('world-atlas/countries-110m.json'), 'utf8'))
const basemap = basemapFrom(topology)

/** True if a position is inside a ring: an odd number of edges are to the east of it. */
function holds({ points }: Outline, longitude: number, latitude: number): boolean {
  const { x, y } = toMercator(longitude, latitude)
  let isIn = false
  for (let at = 0; at < points.length; at += 2) {
    const before = (at + points.length - 2) % points.length
    const [ax, ay, bx, by] = [points[before], points[before + 1], points[at], points[at + 1]] as [
      number,
      number,
      number,
      number,
    ]
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn
  }
  return isIn
}
const isLand = (longitude: number, latitude: number) =>
  [-360, 0, 360].some((turn) => basemap.land.filter((ring) => holds(ring, longitude + turn, latitude)).length % 2 === 1)

it('recognizes land and sea on both sides of the date line and at the pole', () => {
  const land = {
    Kansas: [-98, 38.5],
    Siberia: [100, 60],
    Chukotka: [-175, 66.5],
    Antarctica: [20, -80],
    Mali: [-2, 18],
  }
  const sea = {
    Atlantic: [-40, 30],
    Pacific: [-150, 0],
    Bering: [178, 58],
    Arctic: [0, 84],
    'under Alaska': [-150, 56],
  }
  expect(Object.entries(land).filter(([, [x = 0, y = 0]]) => !isLand(x, y))).toEqual([])
  expect(Object.entries(sea).filter(([, [x = 0, y = 0]]) => isLand(x, y))).toEqual([])
})

it('breaks no line at the date line', () => {
  const steps = [...basemap.land, ...basemap.borders].flatMap(({ points }) =>
    [...points].flatMap((x, at) => (at % 2 === 0 && at > 1 ? Math.abs(x - (points[at - 2] ?? x)) : [])),
  )
  // Along the pole, a ring is closed by one step around the world.
  expect(steps.filter((step) => step > 0.5)).toHaveLength(1)
})

it('writes the name of a country into its largest part', () => {
  const france = basemap.names.find(({ text }) => text === 'France')
  const { x, y } = toMercator(2.5, 46.5)
  expect(Math.hypot((france?.x ?? 0) - x, (france?.y ?? 0) - y)).toBeLessThan(0.01)
})
