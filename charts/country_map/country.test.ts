import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { countries, countryChoices, findCountryPart, shapesOf } from './countries.ts'
import { country_map } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { partLayer } from './layer.tsx'
import { type CountryProps, toProps } from './props.ts'
import { countryRegions } from './shapes.tsx'
import { countrySummary, hiddenRowsText } from './texts.ts'
import { cameraOf, fitBounds, toPixel, toMercator } from '#charts/shared/map/mercator.ts'
import { NUMERIC, STRING, type Table, type Value } from '#core/table/table.ts'

const require = createRequire(import.meta.url)
const regions = countryRegions('usa', JSON.parse(readFileSync(require.resolve('us-atlas/states-10m.json'), 'utf8')))
const said = { viz_type: 'country_map', select_country: 'usa', entity: 'state', metric: 'count' }

function propsOf(rows: readonly (readonly [state: Value, count: number | null])[], form: object = {}): CountryProps {
  const table: Table = {
    columns: [
      { name: 'state', type: STRING, values: rows.map(([state]) => state) },
      { name: 'count', type: NUMERIC, values: rows.map(([, count]) => count) },
    ],
    rowCount: rows.length,
  }
  const details = { dataset: { verbose_map: { count: 'Airports' }, column_formats: {} }, labelColors: {} }
  return propsFor(country_map, toProps, { form: { ...said, ...form }, tables: [table], entries: [], ...details })
}

it('every part of every country has a shape, and every shape a part', () => {
  for (const { id, parts } of countries) {
    const keys = countryRegions(id, JSON.parse(readFileSync(require.resolve('us-atlas/states-10m.json'), 'utf8')))
    expect(keys.map(({ key }) => key).toSorted()).toEqual(parts.map(({ code }) => code).toSorted())
  }
  // 50 states, the capital and 5 territories.
  expect(regions).toHaveLength(56)
})

it('finds parts by code, by code without their country, and by name', () => {
  const usa = shapesOf('usa')
  expect(['us-ca', 'CA', 'california', 'US-XX', null].map((each) => usa && findCountryPart(usa, each)?.name)).toEqual([
    'California',
    'California',
    'California',
    undefined,
    undefined,
  ])
  const props = propsOf([
    ['US-CA', 3],
    ['TX', 8],
    ['ca', 1],
    ['??', 2],
  ])
  expect(props.parts.map(({ key, value, said: as }) => [key, value, as])).toEqual([
    ['US-TX', 8, 'TX'],
    ['US-CA', 3, 'US-CA'],
  ])
  expect(hiddenRowsText(props)).toBe('2 rows are not drawn because their regions are unknown or repeated, such as ca')
  expect(countrySummary(props)).toBe('2 parts of USA by Airports: most Texas 8, California 3')
})

it('finds the region at a position, also across the date line, and names it', () => {
  const camera = cameraOf({ longitude: -120, latitude: 45, zoom: 2, bearing: 0, pitch: 0 }, { width: 900, height: 700 })
  const layer = partLayer(
    propsOf([
      ['US-CA', 3],
      ['US-TX', 8],
    ]),
    regions,
    'light',
  )
  const at = (longitude: number, latitude: number) => {
    const { x, y } = toMercator(longitude, latitude)
    const mark = layer.markAt(camera, ...toPixel(camera, x, y))
    return mark && { lines: layer.linesOf(mark.id, camera), selection: layer.selectionOf(mark.id, camera) }
  }
  expect(at(-119.8, 36.7)).toEqual({ lines: [{ name: 'California', text: '3' }], selection: { state: 'US-CA' } })
  expect(at(-105.5, 39)).toEqual({ lines: [{ name: 'Colorado', text: 'No data' }], selection: null })
  // Attu, the last of the Aleutians, is beyond the date line; map longitudes continue below -180.
  expect(at(172.9 - 360, 52.9)?.lines).toEqual([{ name: 'Alaska', text: 'No data' }])
  expect(at(-140, 35)).toBeNull()
  expect(layer.stops(camera).map((id) => regions[id]?.key)).toEqual(['US-TX', 'US-CA'])
})

it('keeps a country without shapes in the form, and shows how to add it', () => {
  expect(countryChoices('france').at(-1)).toEqual({ value: 'france', label: 'france (no shapes)' })
  expect(countryChoices('usa')).toEqual([{ value: 'usa', label: 'USA' }])
  const props = propsOf([['FR-75', 1]], { select_country: 'france' })
  expect(props.parts).toEqual([])
  expect(hiddenRowsText(props)).toContain('There are no shapes of france in Facet.')
})

it('queries and filters by codes', () => {
  expect(country_map.toQueries(said)).toMatchObject([{ columns: ['state'], metrics: ['count'] }])
  expect(country_map.toDataMask?.([{ state: 'CA' }], said).extraFormData?.filters).toEqual([
    { col: 'state', op: 'IN', val: ['CA'] },
  ])
})

it('first shows the states that lie together, as large as the box allows, and names the far ones that have values', () => {
  const { bounds, parts, far } = shapesOf('usa') as NonNullable<ReturnType<typeof shapesOf>>
  const box = { width: 900, height: 600 }
  const camera = cameraOf(fitBounds(bounds, { longitude: 0, latitude: 20, zoom: 1, bearing: 0, pitch: 0 }, box), box)
  const at = (longitude: number, latitude: number) => {
    const { x, y } = toMercator(longitude, latitude)
    return toPixel(camera, x, y)
  }
  // Seattle and Miami are within the viewport, and the distance between them takes most of its width.
  const [[seattle, north], [miami, south]] = [at(-122.3, 47.6), at(-80.2, 25.8)]
  expect([seattle > 0, north > 0, miami < box.width, south < box.height]).toEqual([true, true, true, true])
  expect((miami - seattle) / box.width).toBeGreaterThan(0.6)
  // Honolulu and Anchorage are outside of it.
  expect(at(-157.9, 21.3)[0]).toBeLessThan(0)
  expect(at(-149.9, 61.2)[1]).toBeLessThan(0)
  // 48 states and the capital are contiguous.
  expect(parts.length - far.length).toBe(49)
  const values = (...codes: readonly string[]) => propsOf(codes.map((code) => [code, 1] as const))
  expect(hiddenRowsText(values('US-CA', 'US-AK', 'US-HI'))).toBe('Move the map to see Alaska, Hawaii')
  expect(hiddenRowsText(values('US-CA', 'US-NY'))).toBe('')
})
