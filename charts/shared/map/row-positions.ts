import { toNumber } from '#charts/shared/cell.ts'
import type { Spatial } from '#controls/spatial/index.ts'
import { decodeGeohash } from '#core/post/geohash.ts'
import { column, type Table, type Value } from '#core/table/table.ts'
import { LAST_LATITUDE, normalizeLongitude } from './mercator.ts'

/** Why a row has no point: no value, an invalid position, or a latitude beyond the edge of the map. */
export type UnmappedReason = 'empty' | 'wrong' | 'polar'

/** Longitude and latitude in degrees. */
export type Coordinates = readonly [number, number]

/** Returns the columns of a spatial value, in the order of the control. */
export function positionColumns(spatial: Spatial): readonly string[] {
  const { type, lonCol, latCol, lonlatCol, geohashCol } = spatial
  const names = type === 'latlong' ? [lonCol, latCol] : [type === 'delimited' ? lonlatCol : geohashCol]
  return names.filter((name) => name !== undefined)
}

function toCoordinates(longitude: number | null, latitude: number | null): Coordinates | UnmappedReason {
  // Longitudes from 0 to 360 are as common as those from -180.
  if (longitude === null || latitude === null || Math.abs(longitude) > 360 || Math.abs(latitude) > 90) return 'wrong'
  return Math.abs(latitude) > LAST_LATITUDE ? 'polar' : [normalizeLongitude(longitude), latitude]
}

function fromPair(text: string, { delimiter = ',', reverseCheckbox }: Spatial): Coordinates | UnmappedReason {
  const parts = text.split(delimiter).map((part) => part.trim().replace(/^[([]|[)\]]$/g, ''))
  const [first = null, second = null] = parts.filter((part) => part !== '').map(toNumber)
  if (parts.filter((part) => part !== '').length !== 2) return 'wrong'
  return reverseCheckbox ? toCoordinates(first, second) : toCoordinates(second, first)
}

function fromGeohash(text: string, { reverseCheckbox }: Spatial): Coordinates | UnmappedReason {
  const middle = decodeGeohash(text.trim())
  if (!middle) return 'wrong'
  const { longitude, latitude } = middle
  return reverseCheckbox ? toCoordinates(latitude, longitude) : toCoordinates(longitude, latitude)
}

const isNothing = (value: Value | undefined): boolean => value === null || value === undefined || value === ''

/**
 * Returns the position of each row. Pairs start with the latitude unless they are reversed. A geohash is the center of
 * its cell; if reversed, longitude and latitude are swapped.
 */
export function positionsOf(table: Table, spatial: Spatial): (Coordinates | UnmappedReason)[] {
  const [first, second] = positionColumns(spatial).map((name) => column(table, name)?.values)
  return Array.from({ length: table.rowCount }, (_, row) => {
    const [one, two] = [first?.[row], second?.[row]]
    if (isNothing(one) || (spatial.type === 'latlong' && isNothing(two))) return 'empty'
    if (spatial.type === 'latlong') return toCoordinates(toNumber(one), toNumber(two))
    return spatial.type === 'delimited' ? fromPair(String(one), spatial) : fromGeohash(String(one), spatial)
  })
}
