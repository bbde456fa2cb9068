import { feature, mesh } from 'topojson-client'
import { toMercator } from './mercator.ts'

/**
 * A line, or the outline of an area: alternating x and y in the Web Mercator square, and the bounding box. Outlines
 * that cross the date line continue beyond the square.
 */
export interface Outline {
  readonly points: Float64Array
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}

/** A country name with its position and the width of the country, in the Web Mercator square. */
export interface CountryName {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
}

/** The geometry of the basemap. */
export interface Basemap {
  readonly land: readonly Outline[]
  readonly borders: readonly Outline[]
  readonly names: readonly CountryName[]
}

/** A TopoJSON file. */
export type Topology = Parameters<typeof mesh>[0]

type Collection = Extract<Parameters<typeof mesh>[1], { readonly type: 'GeometryCollection' }>
type Positions = readonly (readonly number[])[]

/** Continues a line across the date line instead of jumping back; x then leaves the range from 0 to 1. */
function unbroken(positions: Positions): Positions {
  let turn = 0
  return positions.map(([longitude = 0, latitude = 0], at) => {
    const step = longitude - (positions[at - 1]?.[0] ?? longitude)
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360
    return [longitude + turn, latitude]
  })
}

/** Returns an unbroken ring; a ring around a pole is closed along the pole. */
function ringOf(positions: Positions): Outline {
  const ring = unbroken(positions)
  const [first = 0, latitude = 0] = ring[0] ?? []
  const last = ring.at(-1)?.[0] ?? first
  if (Math.abs(last - first) < 180) return outlineOf(ring)
  const pole = Math.sign(latitude) * 90
  return outlineOf([...ring, [last, pole], [first, pole]])
}

function outlineOf(positions: Positions): Outline {
  const points = new Float64Array(positions.length * 2)
  let [west, north, east, south] = [2, 2, -1, -1]
  for (const [index, position] of positions.entries()) {
    const { x, y } = toMercator(position[0] ?? 0, position[1] ?? 0)
    points[index * 2] = x
    points[index * 2 + 1] = y
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  return { points, west, north, east, south }
}

/** Returns twice the area of a ring, and its centroid, by the shoelace formula. */
function middleOf({ points }: Outline): { readonly area: number; readonly x: number; readonly y: number } {
  let [area, x, y] = [0, 0, 0]
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [ax, ay, bx, by] = points.subarray(at, at + 4) as unknown as [number, number, number, number]
    const cross = ax * by - bx * ay
    area += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  return { area: Math.abs(area), x: x / (3 * area), y: y / (3 * area) }
}

function nameOf(text: unknown, rings: readonly Outline[]): CountryName[] {
  const [largest] = rings
    .map((ring) => ({ ring, middle: middleOf(ring) }))
    .toSorted((a, b) => b.middle.area - a.middle.area)
  if (typeof text !== 'string' || !largest || !(largest.middle.area > 0)) return []
  const { ring, middle } = largest
  return [{ text, x: middle.x, y: middle.y, width: ring.east - ring.west }]
}

/** Returns the outer rings of an area. Inner rings, such as inland seas, are omitted. */
export function ringsOf(geometry: { readonly type: string; readonly coordinates?: unknown }): Outline[] {
  if (geometry.type === 'Polygon') return (geometry.coordinates as Positions[]).map(ringOf)
  return geometry.type === 'MultiPolygon' ? (geometry.coordinates as Positions[][]).flat().map(ringOf) : []
}

/** Extracts land, borders and names from a topology of countries. */
export function basemapFrom(topology: Topology): Basemap {
  const { countries, land } = topology.objects as Record<'countries' | 'land', Collection>
  const borders = mesh(topology, countries, (a, b) => a !== b)
  return {
    land: feature(topology, land).features.flatMap(({ geometry }) => ringsOf(geometry)),
    borders: borders.coordinates.map((line) => outlineOf(unbroken(line))),
    names: feature(topology, countries).features.flatMap(({ geometry, properties }) =>
      nameOf((properties as { name?: unknown } | null)?.name, ringsOf(geometry)),
    ),
  }
}

/** Clips a ring (alternating x and y) to a box in pixels, with the Sutherland-Hodgman algorithm. */
export function clipRing(ring: readonly number[], low: number, high: readonly [number, number]): number[] {
  const sides = [
    { axis: 0, edge: low, sign: 1 },
    { axis: 0, edge: high[0], sign: -1 },
    { axis: 1, edge: low, sign: 1 },
    { axis: 1, edge: high[1], sign: -1 },
  ] as const
  let inside = [...ring]
  for (const { axis, edge, sign } of sides) {
    const from = inside
    inside = []
    for (let index = 0; index < from.length; index += 2) {
      const before = (index + from.length - 2) % from.length
      const [ax, ay, bx, by] = [from[before], from[before + 1], from[index], from[index + 1]] as [
        number,
        number,
        number,
        number,
      ]
      const [a, b] = axis === 0 ? [ax, bx] : [ay, by]
      const isIn = (b - edge) * sign >= 0
      if (isIn !== (a - edge) * sign >= 0) {
        const share = (edge - a) / (b - a)
        inside.push(ax + (bx - ax) * share, ay + (by - ay) * share)
      }
      if (isIn) inside.push(bx, by)
    }
  }
  return inside
}
