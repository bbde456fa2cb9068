import type { GeoBounds } from './mercator.ts'

/** Returns the smallest bounding box in degrees; it crosses the date line if that is narrower. */
export function boundsOf(longitudes: readonly number[], latitudes: readonly number[]): GeoBounds | null {
  if (longitudes.length === 0) return null
  let [west, east, south, north] = [180, -180, 90, -90]
  let [from, to] = [360, 0]
  for (const [index, longitude] of longitudes.entries()) {
    const latitude = latitudes[index] as number
    const eastward = longitude < 0 ? longitude + 360 : longitude
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    from = Math.min(from, eastward)
    to = Math.max(to, eastward)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return to - from < east - west ? { west: from, east: to, south, north } : { west, east, south, north }
}

/** Returns the union of bounds; null if there are none. */
export function unionBounds(all: readonly (GeoBounds | null)[]): GeoBounds | null {
  const found = all.filter((each) => each !== null)
  if (found.length === 0) return null
  return {
    west: Math.min(...found.map(({ west }) => west)),
    east: Math.max(...found.map(({ east }) => east)),
    south: Math.min(...found.map(({ south }) => south)),
    north: Math.max(...found.map(({ north }) => north)),
  }
}
