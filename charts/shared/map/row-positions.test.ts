import { expect, it } from 'vitest'
import { positionColumns, positionsOf } from './row-positions.ts'
import type { Spatial } from '#controls/spatial/index.ts'
import { NUMERIC, STRING, type Table, type Value } from '#core/table/table.ts'

const one = (name: string, values: readonly Value[]): Table => ({
  columns: [{ name, type: STRING, values }],
  rowCount: values.length,
})

it('reads pairs of numbers, digits as text included', () => {
  const table: Table = {
    columns: [
      { name: 'lon', type: NUMERIC, values: [-122.4, '13.4', null, 190, 400, 0, 0, 'east'] },
      { name: 'lat', type: NUMERIC, values: [37.8, '52.5', 1, 0, 0, 91, -88, 0] },
    ],
    rowCount: 8,
  }
  const spatial: Spatial = { type: 'latlong', lonCol: 'lon', latCol: 'lat' }
  expect(positionColumns(spatial)).toEqual(['lon', 'lat'])
  expect(positionsOf(table, spatial)).toEqual([
    [-122.4, 37.8],
    [13.4, 52.5],
    'empty',
    [-170, 0],
    'wrong',
    'wrong',
    'polar',
    'wrong',
  ])
})

it('reads texts of a latitude and a longitude, and of the two reversed', () => {
  const table = one('at', ['52.5, 13.4', '(52.5,13.4)', '52.5', '52.5,13.4,7', 'north,east', null, '', '13.4,152.5'])
  const spatial: Spatial = { type: 'delimited', lonlatCol: 'at', delimiter: ',' }
  const berlin = [13.4, 52.5]
  expect(positionsOf(table, spatial)).toEqual([
    berlin,
    berlin,
    'wrong',
    'wrong',
    'wrong',
    'empty',
    'empty',
    [152.5, 13.4],
  ])
  const reversed = positionsOf(table, { ...spatial, reverseCheckbox: true })
  expect([reversed[0], reversed[7]]).toEqual([[52.5, 13.4], 'wrong'])
  expect(positionsOf(one('at', ['52.5 | 13.4']), { ...spatial, delimiter: '|' })).toEqual([berlin])
  expect(positionsOf(one('at', ['52.5  13.4']), { ...spatial, delimiter: ' ' })).toEqual([berlin])
})

it('reads geohashes as the middle of their cell', () => {
  // u4pruydqqvj is the example of the geohash literature: 57.64911 N, 10.40744 E.
  const table = one('hash', ['u4pruydqqvj', 'ail', null])
  const [position, wrong, empty] = positionsOf(table, { type: 'geohash', geohashCol: 'hash' })
  expect(position).toEqual([expect.closeTo(10.40744, 5), expect.closeTo(57.64911, 5)])
  expect([wrong, empty]).toEqual(['wrong', 'empty'])
  const [reversed] = positionsOf(table, { type: 'geohash', geohashCol: 'hash', reverseCheckbox: true })
  expect(reversed).toEqual([expect.closeTo(57.64911, 5), expect.closeTo(10.40744, 5)])
})
