import { shapesOf } from './countries.ts'
import type { Topology } from '#charts/shared/map/basemap.ts'
import { type Region, regionsFrom } from '#charts/shared/map/regions/regions.ts'

/** The shape files by country, each loaded when first drawn. */
const files: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {
  usa: () => import('us-atlas/states-10m.json?raw'),
}

/** Returns the regions of a country, with the codes of its parts as keys. */
export function countryRegions(id: string, file: Topology): readonly Region[] {
  const shapes = shapesOf(id)
  if (!shapes) return []
  return regionsFrom(file, shapes.object, (part) => shapes.parts.find((each) => each.id === part)?.code)
}

const regionsCache = new Map<string, Promise<readonly Region[]>>()

/** Loads the shapes of a country once; an empty list if it has none. */
export function loadCountry(id: string): Promise<readonly Region[]> {
  const load = files[id]
  const found =
    regionsCache.get(id) ??
    load?.().then((file) => countryRegions(id, JSON.parse(file.default) as Topology)) ??
    Promise.resolve([])
  regionsCache.set(id, found)
  // After a failure, the next map tries again.
  found.catch(() => regionsCache.delete(id))
  return found
}
