import { feature } from 'topojson-client'
import { type Outline, ringsOf, type Topology } from '#charts/shared/map/basemap.ts'
import type { MercatorPoint } from '#charts/shared/map/mercator.ts'

/** A country or a part of one: the key of its values, its name and its shape. */
export interface Region {
  /** Empty if no value can refer to it. */
  readonly key: string
  readonly name: string
  readonly rings: readonly Outline[]
}

type Collection = Extract<Parameters<typeof feature>[1], { readonly type: 'GeometryCollection' }>

/**
 * Returns the regions of a TopoJSON object. `keyOf` derives the key from id and name. Shapes with the same key are
 * merged.
 */
export function regionsFrom(
  file: Topology,
  object: string,
  keyOf: (id: string, name: string) => string | undefined,
): readonly Region[] {
  const found = new Map<string, Region>()
  for (const [index, { id, geometry, properties }] of feature(
    file,
    file.objects[object] as Collection,
  ).features.entries()) {
    const given = (properties as { name?: unknown } | null)?.name
    const name = typeof given === 'string' ? given : ''
    const key = keyOf(String(id ?? ''), name) ?? ''
    const existing = found.get(key || String(index))
    const rings = ringsOf(geometry)
    // The name is that of the largest shape; small ones are islands of the region.
    const main = existing && existing.rings.length >= rings.length ? existing.name : name
    found.set(key || String(index), { key, name: main, rings: [...(existing?.rings ?? []), ...rings] })
  }
  return [...found.values()]
}

/** True if a point is inside a ring, by counting crossings of an eastward ray. */
function isInside({ points, west, east, north, south }: Outline, { x, y }: MercatorPoint): boolean {
  if (x < west || x > east || y < north || y > south) return false
  let inside = false
  for (let index = 0, before = points.length - 2; index < points.length; before = index, index += 2) {
    const [ax, ay, bx, by] = [points[before], points[before + 1], points[index], points[index + 1]] as [
      number,
      number,
      number,
      number,
    ]
    if (by > y !== ay > y && x < ((ax - bx) * (y - by)) / (ay - by) + bx) inside = !inside
  }
  return inside
}

/** True if a point is in a region: inside an odd number of its rings, because holes are rings too. */
export function isInRegion({ rings }: Region, point: MercatorPoint): boolean {
  return rings.filter((ring) => isInside(ring, point)).length % 2 === 1
}

/** Returns the ring with the largest bounding box. */
export function largestRing({ rings }: Region): Outline | undefined {
  const size = ({ west, east, north, south }: Outline) => (east - west) * (south - north)
  return rings.toSorted((a, b) => size(b) - size(a))[0]
}
