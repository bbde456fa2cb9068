import { cellAt, numeric, requireColumn, throwPostError } from './frame.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

interface GeodeticOptions {
  readonly geodetic: string
  readonly longitude: string
  readonly latitude: string
  readonly altitude: string | undefined
}

/** Adds columns `latitude` and `longitude` in degrees and, if named, `altitude` in kilometers, parsed from texts. */
export const geodeticParse: Operation<GeodeticOptions> = {
  name: 'geodetic_parse',
  parse: (options) =>
    readOptions(options, (reader) => {
      for (const name of ['geodetic', 'longitude', 'latitude']) {
        if (!reader.text(name)) reader.fail(`Missing option \`${name}\``)
      }
      return {
        geodetic: reader.text('geodetic') ?? '',
        longitude: reader.text('longitude') ?? '',
        latitude: reader.text('latitude') ?? '',
        altitude: reader.text('altitude') || undefined,
      }
    }),
  run(frame, options) {
    const source = requireColumn(frame, options.geodetic)
    const positions = Array.from(
      { length: frame.rowCount },
      (_, row) => parseGeodetic(String(cellAt(source, row) ?? '')) ?? throwPostError('Invalid geodetic string'),
    )
    const newColumns = [
      numeric(
        [options.latitude],
        Float64Array.from(positions, (position) => position.latitude),
      ),
      numeric(
        [options.longitude],
        Float64Array.from(positions, (position) => position.longitude),
      ),
    ]
    if (options.altitude)
      newColumns.push(
        numeric(
          [options.altitude],
          Float64Array.from(positions, (position) => position.altitude),
        ),
      )
    return { ...frame, columns: [...frame.columns, ...newColumns] }
  },
}

interface GeoPosition {
  readonly latitude: number
  readonly longitude: number
  /** Kilometers. */
  readonly altitude: number
}

/** Meters per unit. */
const METRES: Readonly<Record<string, number>> = { km: 1000, m: 1, mi: 1609.344, ft: 0.3048, nm: 1852, nmi: 1852 }

const DEGREES = `(\\d{1,3}(?:\\.\\d+)?)\\s*(?:°|º|deg|degrees|\\s|$|(?=[,;NSEWnsew]))`
const PART = `\\s*(?:(\\d{1,2}(?:\\.\\d+)?)\\s*(?:'|′|m|min)\\s*)?(?:(\\d{1,2}(?:\\.\\d+)?)\\s*(?:''|"|″|s|sec)\\s*)?`
const GEODETIC = new RegExp(
  `^\\s*([NS])?\\s*([+-])?${DEGREES}${PART}([NS])?\\s*[,;/\\s]\\s*([EW])?\\s*([+-])?${DEGREES}${PART}([EW])?\\s*(?:[,;/\\s]\\s*(-?\\d+(?:\\.\\d+)?)\\s*(km|nmi|nm|mi|m|ft)?)?\\s*$`,
  'i',
)

/**
 * Parses `40.7128, -74.0060`, optionally with an altitude (`, 10km`; the default unit is kilometers), or degrees,
 * minutes and seconds with a hemisphere letter: `41°29'12"N 71°18'46"W`. Latitude is first. Undefined if the text is
 * invalid.
 */
export function parseGeodetic(text: string): GeoPosition | undefined {
  const match = GEODETIC.exec(text)
  if (!match) return undefined
  const [, north, latSign, lat, latMin, latSec, south, east, lonSign, lon, lonMin, lonSec, west, height, unit] = match
  const latitude = degrees(lat, latMin, latSec) * (latSign === '-' ? -1 : 1) * sideOf(north ?? south)
  const longitude = degrees(lon, lonMin, lonSec) * (lonSign === '-' ? -1 : 1) * sideOf(east ?? west)
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  return {
    latitude,
    longitude,
    altitude: (Number(height ?? 0) * (METRES[(unit ?? 'km').toLowerCase()] ?? 1000)) / 1000,
  }
}

function degrees(whole = '0', minutes = '0', seconds = '0'): number {
  return Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600
}

function sideOf(letter: string | undefined): number {
  return letter && /[SW]/i.test(letter) ? -1 : 1
}
