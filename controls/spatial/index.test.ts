import { expect, it } from 'vitest'
import { spatial, spatialFields, spatialText } from './index.ts'
import type { Control } from '#controls/control.ts'
import { visibleFields } from '#controls/shared/item.ts'

const control: Control = { type: 'spatial', name: 'spatial', label: 'Longitude & Latitude', affects: 'query' }
const INVALID = ['Invalid lat/long configuration.']
const check = (raw: unknown) => spatial.check(spatial.parse(raw, control), control)

it('E-MAP-01: a value has the keys of its type', () => {
  const raw = { latCol: 'a', lonCol: 'b', lonlatCol: 'c', geohashCol: 'd', delimiter: ';', reverseCheckbox: true }
  expect(spatial.parse({ ...raw, type: 'latlong' }, control)).toEqual({ type: 'latlong', latCol: 'a', lonCol: 'b' })
  expect(spatial.parse({ ...raw, type: 'delimited' }, control)).toEqual({
    type: 'delimited',
    lonlatCol: 'c',
    delimiter: ';',
    reverseCheckbox: true,
  })
  expect(spatial.parse({ ...raw, type: 'geohash' }, control)).toEqual({
    type: 'geohash',
    geohashCol: 'd',
    reverseCheckbox: true,
  })
})

it('E-MAP-02: the type is latlong, delimited or geohash', () => {
  expect(spatialFields[0]?.choices?.map((each) => each.value)).toEqual(['latlong', 'delimited', 'geohash'])
  for (const none of [{ type: 'address' }, {}, null, 'latlong', 7]) expect(spatial.parse(none, control)).toBeUndefined()
  expect(spatial.parse({ type: 'latlong', latCol: '', lonCol: 7 }, control)).toEqual({ type: 'latlong' })
  expect(spatial.parse({ type: 'geohash', reverseCheckbox: 'yes' }, control)).toEqual({
    type: 'geohash',
    reverseCheckbox: false,
  })
  expect(check(undefined)).toEqual([])
})

it("E-MAP-03: the delimiter is ',' by default", () => {
  expect(spatial.parse({ type: 'delimited' }, control)?.delimiter).toBe(',')
})

it('E-MAP-04: latlong needs both columns', () => {
  expect(check({ type: 'latlong', latCol: 'a' })).toEqual(INVALID)
  expect(check({ type: 'latlong', lonCol: 'b' })).toEqual(INVALID)
  expect(check({ type: 'latlong', latCol: 'a', lonCol: 'b' })).toEqual([])
})

it('E-MAP-05: delimited needs a column and a delimiter', () => {
  expect(check({ type: 'delimited' })).toEqual(INVALID)
  expect(check({ type: 'delimited', lonlatCol: 'c', delimiter: '' })).toEqual(INVALID)
  expect(check({ type: 'delimited', lonlatCol: 'c' })).toEqual([])
})

it('E-MAP-06: geohash needs a column', () => {
  expect(check({ type: 'geohash' })).toEqual(INVALID)
  expect(check({ type: 'geohash', geohashCol: 'd' })).toEqual([])
})

it('shows the fields of the type, and a value in one line', () => {
  const shown = (type: string) => visibleFields({ type }, spatialFields).map((field) => field.name)
  expect(shown('latlong')).toEqual(['type', 'lonCol', 'latCol'])
  expect(shown('delimited')).toEqual(['type', 'lonlatCol', 'delimiter', 'reverseCheckbox'])
  expect(shown('geohash')).toEqual(['type', 'geohashCol', 'reverseCheckbox'])
  expect(spatialText({ type: 'latlong', latCol: 'a', lonCol: 'b' })).toBe('b | a')
})
