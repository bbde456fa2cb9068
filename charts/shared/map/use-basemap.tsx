import { useEffect, useState } from 'react'
import { type Basemap, basemapFrom, type Topology } from './basemap.ts'

/** The world in two scales; the finer one is loaded only if the zoom needs it. */
const scales = {
  coarse: () => import('world-atlas/countries-110m.json?raw'),
  fine: () => import('world-atlas/countries-50m.json?raw'),
}
type Scale = keyof typeof scales

const basemapCache = new Map<Scale, Promise<Basemap>>()

function basemapAt(scale: Scale): Promise<Basemap> {
  const found =
    basemapCache.get(scale) ?? scales[scale]().then((module) => basemapFrom(JSON.parse(module.default) as Topology))
  basemapCache.set(scale, found)
  // After a failure, the next map tries again.
  found.catch(() => basemapCache.delete(scale))
  return found
}

/** The minimum zoom of the finer scale. */
const FINE = 3

/** Returns land and borders for a zoom; null while loading, and without a zoom. Layers are drawn meanwhile. */
export function useBasemap(zoom: number | null): Basemap | null {
  const [basemaps, setBasemaps] = useState<{ readonly [scale in Scale]?: Basemap }>({})
  const wanted: Scale | null = zoom === null ? null : zoom >= FINE ? 'fine' : 'coarse'
  useEffect(() => {
    if (wanted === null) return
    let isLeft = false
    basemapAt(wanted).then(
      (basemap) => isLeft || setBasemaps((before) => ({ ...before, [wanted]: basemap })),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [wanted])
  return wanted === null ? null : (basemaps[wanted] ?? basemaps.coarse ?? basemaps.fine ?? null)
}
