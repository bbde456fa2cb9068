import { shapesOf } from './countries.ts'
import type { Topology } from '#charts/shared/map/basemap.ts'
import { type Region, regionsFrom } from '#charts/shared/map/regions/regions.ts'

/** The files of shapes by country, each fetched when it is drawn. */
const files: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {
  usa: () => import('us-atlas/states-10m.json?raw'),
}

/** The shapes of the parts of a country by their codes. */
export function countryRegions(id: string, file: Topology): readonly Region[] {
  const shapes = shapesOf(id)
  if (!shapes) return []
  return regionsFrom(file, shapes.object, (part) => shapes.parts.find((each) => each.id === part)?.code)
}

const known = new Map<string, Promise<readonly Region[]>>()

/** The shapes of a country, fetched once; none of one whose shapes are not here. */
export function loadCountry(id: string): Promise<readonly Region[]> {
  const load = files[id]
  const found =
    known.get(id) ??
    load?.().then((file) => countryRegions(id, JSON.parse(file.default) as Topology)) ??
    Promise.resolve([])
  known.set(id, found)
  // What could not be fetched is asked for again by the next map.
  found.catch(() => known.delete(id))
  return found
}
