import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { post } from '#testing/post-processing.ts'
import { parseGeodetic } from './geodetic-parse.ts'
import { decodeGeohash, encodeGeohash } from './geohash.ts'

const names = { geohash: 'gh', longitude: 'lon', latitude: 'lat' }

describe('geohash', () => {
  it.each([
    [57.64911, 10.40744, 'u4pruydqqvj8'],
    [40.7128, -74.006, 'dr5regw3ppyz'],
  ])('%d %d is %s', (lat, lon, text) => {
    expect(post({ lat: [lat], lon: [lon] }, ['geohash_encode', names])).toEqual({ lat: [lat], lon: [lon], gh: [text] })
  })

  it('decodes to the middle of its cell, latitude first', () => {
    const result = post({ gh: ['dr5re'] }, ['geohash_decode', names])
    expect(Object.keys(result)).toEqual(['gh', 'lat', 'lon'])
    expect(result.lat?.[0]).toBeCloseTo(40.7153, 4)
    expect(result.lon?.[0]).toBeCloseTo(-74.0259, 4)
  })

  it('rejects an invalid one', () => {
    expect(() => post({ gh: ['dra'] }, ['geohash_decode', names])).toThrow('Invalid geohash string')
    expect(() => post({ lat: [91], lon: [0] }, ['geohash_encode', names])).toThrow('Invalid longitude/latitude')
    expect(() => post({ lat: [null], lon: [0] }, ['geohash_encode', names])).toThrow('Invalid longitude/latitude')
  })

  it('decodes an encoded position to a point in the same cell', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
    fc.assert(
      fc.property(degrees(90), degrees(180), (lat, lon) => {
        const coordinates = decodeGeohash(encodeGeohash(lat, lon) ?? '')
        expect(Math.abs((coordinates?.latitude ?? 999) - lat)).toBeLessThan(1e-6)
        expect(Math.abs((coordinates?.longitude ?? 999) - lon)).toBeLessThan(1e-6)
      }),
      { seed: 7 },
    )
  })
})

describe('parsed coordinates', () => {
  it.each([
    ['40.7128, -74.0060', 40.7128, -74.006, 0],
    ['40.7128, -74.0060, 10km', 40.7128, -74.006, 10],
    ['40.7128, -74.0060, 3.28km', 40.7128, -74.006, 3.28],
    ['40.7128, -74.0060, 10 m', 40.7128, -74.006, 0.01],
    ['41.5;-81.0', 41.5, -81, 0],
    ['41.5 N, 81.0 W', 41.5, -81, 0],
    [`41°30'36"N 81°0'0"W`, 41.51, -81, 0],
    [`23 26m 22s N 23 27m 30s E`, 23 + 26 / 60 + 22 / 3600, 23 + 27 / 60 + 0.5 / 60, 0],
  ])('%s', (text, latitude, longitude, altitude) => {
    const position = parseGeodetic(text)
    expect(position?.latitude).toBeCloseTo(latitude, 10)
    expect(position?.longitude).toBeCloseTo(longitude, 10)
    expect(position?.altitude).toBeCloseTo(altitude, 10)
  })

  it.each(['', 'Paris', '40.7', '91, 0', '0, 181', '1,2,3,4'])('rejects %j', (text) => {
    expect(parseGeodetic(text)).toBeUndefined()
  })

  it('become columns', () => {
    const options = { geodetic: 'p', longitude: 'lon', latitude: 'lat', altitude: 'alt' }
    expect(Object.entries(post({ p: ['40.5, -74.5, 1km'] }, ['geodetic_parse', options]))).toEqual([
      ['p', ['40.5, -74.5, 1km']],
      ['lat', [40.5]],
      ['lon', [-74.5]],
      ['alt', [1]],
    ])
    expect(() => post({ p: ['x'] }, ['geodetic_parse', options])).toThrow('Invalid geodetic string')
  })
})
