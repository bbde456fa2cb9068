import { expect, it } from 'vitest'
import { metresOf } from './radius.ts'
import { deck_scatter } from './index.ts'

const { toQueries } = deck_scatter

const form = {
  viz_type: 'deck_scatter',
  datasource: '1__table',
  spatial: { type: 'latlong', latCol: 'lat', lonCol: 'lon' },
}

it('queries only rows that have a position when there is no metric', () => {
  const [query, ...others] = toQueries({
    ...form,
    dimension: 'state',
    js_columns: ['name', 'lat'],
    metrics: ['count'],
    groupby: ['x'],
    row_limit: 50_000,
    adhoc_filters: [{ expressionType: 'SIMPLE', subject: 'state', operator: '==', comparator: 'TX', clause: 'WHERE' }],
  })
  expect(others).toEqual([])
  expect(query?.columns).toEqual(['lon', 'lat', 'state', 'name'])
  expect(query).not.toHaveProperty('metrics')
  expect(query?.row_limit).toBe(50_000)
  expect(query?.filters).toEqual([
    { col: 'state', op: '==', val: 'TX' },
    { col: 'lon', op: 'IS NOT NULL' },
    { col: 'lat', op: 'IS NOT NULL' },
  ])
  expect(toQueries({ ...form, filter_nulls: false })[0]?.filters).toEqual([])
})

it('queries groups if a metric determines the size', () => {
  const point_radius_fixed = { type: 'metric', value: 'count' }
  const [query] = toQueries({ ...form, spatial: { type: 'geohash', geohashCol: 'hash' }, point_radius_fixed })
  expect([query?.columns, query?.metrics]).toEqual([['hash'], ['count']])
  expect(query?.filters).toEqual([{ col: 'hash', op: 'IS NOT NULL' }])
})

it('queries nothing without spatial columns', () => {
  expect(toQueries({ ...form, spatial: { type: 'latlong', latCol: 'lat' } })).toEqual([])
  expect(toQueries({ ...form, spatial: { type: 'address' } })).toEqual([])
})

it('moving or colouring the map sends no new query', () => {
  const before = toQueries(form)
  const picture = {
    viewport: { longitude: 1, latitude: 2, zoom: 3, bearing: 4, pitch: 5 },
    autozoom: false,
    color_picker: { r: 1, g: 2, b: 3, a: 1 },
    mapbox_style: 'mapbox://styles/mapbox/dark-v9',
    point_unit: 'radius_km',
  }
  expect(toQueries({ ...form, ...picture })).toEqual(before)
})

it('sizes points by area or by radius', () => {
  // The circle of π square metres has a radius of 1 m.
  expect(metresOf(Math.PI, { point_unit: 'square_m', multiplier: 1 })).toBeCloseTo(1, 9)
  expect(metresOf(4 * Math.PI, { point_unit: 'square_km', multiplier: 1 })).toBeCloseTo(2000, 9)
  expect(metresOf(3, { point_unit: 'radius_miles', multiplier: 1 })).toBeCloseTo(4828.032, 6)
  expect(metresOf(3, { point_unit: 'radius_km', multiplier: 2 })).toBe(6000)
  expect([null, -3].map((size) => metresOf(size, { point_unit: 'square_m', multiplier: 1 }))).toEqual([0, 0])
})

it('filters other charts by the color value of a point, else by its position', () => {
  const filters = (own: object, selectedMarks: Record<string, unknown>) =>
    deck_scatter.toDataMask?.([selectedMarks as never], { ...form, ...own }).extraFormData?.filters
  expect(filters({ dimension: 'state' }, { state: 'TX' })).toEqual([{ col: 'state', op: 'IN', val: ['TX'] }])
  expect(filters({}, { lon: 1.5, lat: 2 })).toEqual([
    { col: 'lon', op: 'IN', val: [1.5] },
    { col: 'lat', op: 'IN', val: [2] },
  ])
})
