import { useEffect, useState } from 'react'
import { type Basemap, basemapFrom, type Topology } from './basemap.ts'

/** The world in two scales; the finer one is loaded only if the zoom needs it. */
const worlds = {
  coarse: () => import('world-atlas/countries-110m.json?raw'),
  fine: () => import('world-atlas/countries-50m.json?raw'),
}
type Scale = keyof typeof worlds

const known = new Map<Scale, Promise<Basemap>>()

function groundAt(scale: Scale): Promise<Basemap> {
  const found =
    known.get(scale) ?? worlds[scale]().then((module) => basemapFrom(JSON.parse(module.default) as Topology))
  known.set(scale, found)
  // After a failure, the next map tries again.
  found.catch(() => known.delete(scale))
  return found
}

/** The minimum zoom of the finer scale. */
const FINE = 3

/** Returns land and borders for a zoom; null while loading, and without a zoom. Layers are drawn meanwhile. */
export function useBasemap(zoom: number | null): Basemap | null {
  const [grounds, setGrounds] = useState<{ readonly [scale in Scale]?: Basemap }>({})
  const wanted: Scale | null = zoom === null ? null : zoom >= FINE ? 'fine' : 'coarse'
  useEffect(() => {
    if (wanted === null) return
    let isLeft = false
    groundAt(wanted).then(
      (ground) => isLeft || setGrounds((before) => ({ ...before, [wanted]: ground })),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [wanted])
  return wanted === null ? null : (grounds[wanted] ?? grounds.coarse ?? grounds.fine ?? null)
}
