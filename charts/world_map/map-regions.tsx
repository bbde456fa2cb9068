import { countryOfShape } from '#charts/countries.ts'
import type { Topology } from '#charts/shared/map/basemap.ts'
import { type Region, regionsFrom } from '#charts/shared/map/regions/regions.ts'

/** Returns the shapes of countries by their alpha-3 codes. */
export function worldMapRegions(topology: Topology): readonly Region[] {
  return regionsFrom(topology, 'countries', (id, name) => countryOfShape(id, name)?.cca3)
}

let regionsPromise: Promise<readonly Region[]> | undefined

/** Loads the shapes of the world once. */
export function loadWorldMap(): Promise<readonly Region[]> {
  regionsPromise ??= import('world-atlas/countries-50m.json?raw').then((file) =>
    worldMapRegions(JSON.parse(file.default) as Topology),
  )
  // After a failure, the next map tries again.
  regionsPromise.catch(() => {
    regionsPromise = undefined
  })
  return regionsPromise
}
