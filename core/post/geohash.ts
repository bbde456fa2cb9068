import { STRING } from '#core/table/table.ts'
import { cellAt, numbersOf, numeric, requireColumn, throwPostError } from './frame.ts'
import type { Operation } from './operation.ts'
import { type OptionReader, readOptions } from './option-reader.ts'

const ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz'
const LENGTH = 12

interface GeohashOptions {
  readonly geohash: string
  readonly longitude: string
  readonly latitude: string
}

function readGeohashOptions(reader: OptionReader): GeohashOptions {
  const named = (name: string) => {
    const text = reader.text(name)
    if (!text) reader.fail(`Missing option \`${name}\``)
    return text ?? ''
  }
  return { geohash: named('geohash'), longitude: named('longitude'), latitude: named('latitude') }
}

/** Adds columns `latitude` and `longitude`: the center of each `geohash` cell, in degrees. */
export const geohashDecode: Operation<GeohashOptions> = {
  name: 'geohash_decode',
  parse: (options) => readOptions(options, readGeohashOptions),
  run(frame, { geohash, longitude, latitude }) {
    const source = requireColumn(frame, geohash)
    const lat = new Float64Array(frame.rowCount).fill(Number.NaN)
    const lon = new Float64Array(frame.rowCount).fill(Number.NaN)
    for (let row = 0; row < frame.rowCount; row++) {
      const middle = decodeGeohash(String(cellAt(source, row) ?? ''))
      if (!middle) return throwPostError('Invalid geohash string')
      lat[row] = middle.latitude
      lon[row] = middle.longitude
    }
    return { ...frame, columns: [...frame.columns, numeric([latitude], lat), numeric([longitude], lon)] }
  },
}

/** Adds column `geohash` (twelve characters) for the degrees in `latitude` and `longitude`. */
export const geohashEncode: Operation<GeohashOptions> = {
  name: 'geohash_encode',
  parse: (options) => readOptions(options, readGeohashOptions),
  run(frame, { geohash, longitude, latitude }) {
    const lat = numbersOf(requireColumn(frame, latitude))
    const lon = numbersOf(requireColumn(frame, longitude))
    const values = Array.from({ length: frame.rowCount }, (_, row) => {
      const text = encodeGeohash(lat[row] as number, lon[row] as number)
      return text ?? throwPostError('Invalid longitude/latitude')
    })
    return { ...frame, columns: [...frame.columns, { header: [geohash], type: STRING, values }] }
  },
}

/** Returns the center of a geohash cell in degrees; undefined for an invalid text. */
export function decodeGeohash(text: string): { readonly latitude: number; readonly longitude: number } | undefined {
  const lat = [-90, 90] as [number, number]
  const lon = [-180, 180] as [number, number]
  let even = true
  for (const character of text.toLowerCase()) {
    const five = ALPHABET.indexOf(character)
    if (five < 0) return undefined
    for (let bit = 4; bit >= 0; bit--) {
      const range = even ? lon : lat
      range[((five >> bit) & 1) === 1 ? 0 : 1] = (range[0] + range[1]) / 2
      even = !even
    }
  }
  return text === '' ? undefined : { latitude: (lat[0] + lat[1]) / 2, longitude: (lon[0] + lon[1]) / 2 }
}

/** Returns the geohash of a position in degrees; undefined beyond the poles or the date line. */
export function encodeGeohash(latitude: number, longitude: number): string | undefined {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined
  const lat = [-90, 90] as [number, number]
  const lon = [-180, 180] as [number, number]
  let text = ''
  for (let five = 0, bits = 0; text.length < LENGTH; ) {
    const even = (text.length * 5 + bits) % 2 === 0
    const [range, value] = even ? [lon, longitude] : [lat, latitude]
    const middle = (range[0] + range[1]) / 2
    const above = value >= middle
    range[above ? 0 : 1] = middle
    five = five * 2 + (above ? 1 : 0)
    bits += 1
    if (bits === 5) {
      text += ALPHABET[five]
      five = 0
      bits = 0
    }
  }
  return text
}
