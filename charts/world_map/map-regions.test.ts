import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countryBy, countryOfShape } from '#charts/countries.ts'
import { world_map } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { toProps } from './props.ts'
import { bubbleLayer, bubbleRadii, countryColors, countryLayer } from './layers.tsx'
import { unknownText, worldMapSummary } from './texts.ts'
import { worldMapRegions } from './map-regions.tsx'
import { cameraOf, toPixel, toMercator } from '#charts/shared/map/mercator.ts'
import { NUMERIC, STRING, type Table, type Value } from '#core/table/table.ts'

const require = createRequire(import.meta.url)
const regions = worldMapRegions(JSON.parse(readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8')))
const said = { viz_type: 'world_map', entity: 'code', metric: 'count', secondary_metric: 'delay' }

function propsOf(rows: readonly (readonly [code: Value, count: number | null, delay?: number])[], form: object = {}) {
  const table: Table = {
    columns: [
      { name: 'code', type: STRING, values: rows.map(([code]) => code) },
      { name: 'count', type: NUMERIC, values: rows.map(([, count]) => count) },
      { name: 'delay', type: NUMERIC, values: rows.map(([, , delay]) => delay ?? null) },
    ],
    rowCount: rows.length,
  }
  return propsFor(world_map, toProps, {
    form: { ...said, ...form },
    tables: [table],
    entries: [],
    dataset: { verbose_map: { count: 'Flights' }, column_formats: {} },
    labelColors: {},
  })
}

/** The whole world in 1024 by 1024 pixels, centered at 0, 0. */
const camera = cameraOf({ longitude: 0, latitude: 0, zoom: 1, bearing: 0, pitch: 0 }, { width: 1024, height: 1024 })
const pixel = (longitude: number, latitude: number) => {
  const { x, y } = toMercator(longitude, latitude)
  return toPixel(camera, x, y)
}

describe('the shapes of the world', () => {
  it('finds shapes by the codes of countries', () => {
    const keys = regions.map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining(['DEU', 'FRA', 'USA', 'RUS', 'FJI', 'UNK', 'NOR', 'SGP']))
    expect(new Set(keys.filter((key) => key !== '')).size).toBe(keys.filter((key) => key !== '').length)
    expect(countryOfShape('276', 'Germany')?.cca2).toBe('DE')
    expect([countryBy('cioc', 'ger')?.name, countryBy('name', 'FRANCE')?.cca3, countryBy('cca2', 'FRA')]).toEqual([
      'Germany',
      'FRA',
      undefined,
    ])
  })

  it('contain points on both sides of the date line, and not those in their holes', () => {
    const layer = countryLayer(propsOf([['DE', 1]]), regions, 'light')
    const nameAt = (longitude: number, latitude: number) => {
      const mark = layer.markAt(camera, ...pixel(longitude, latitude))
      return mark && layer.linesOf(mark.id, camera)[0]?.name
    }
    expect(nameAt(13.4, 52.5)).toBe('Germany')
    expect(nameAt(28, -29.5)).toBe('Lesotho')
    // Chukotka, west of Alaska and east of the date line.
    expect(nameAt(-175, 67)).toBe('Russia')
    expect(nameAt(170, 67)).toBe('Russia')
    expect(nameAt(-30, 30)).toBeNull()
  })
})

describe('a map of countries', () => {
  it('reads rows by country code, largest first, and reports unknown codes', () => {
    const props = propsOf([
      ['fr', 2],
      ['ZZ', 9],
      ['DE', 5],
      ['FR', 7],
      [null, 1],
    ])
    expect(props.countries.map(({ key, value, said: code }) => [key, value, code])).toEqual([
      ['DEU', 5, 'DE'],
      ['FRA', 2, 'fr'],
    ])
    expect(propsOf([['deu', 1]], { country_fieldtype: 'cca3' }).countries[0]?.key).toBe('DEU')
    expect(props.unknown).toEqual(['ZZ', 'FR', '<NULL>'])
    expect(unknownText(props)).toBe('3 rows were not matched to a country, such as ZZ')
    expect(worldMapSummary(props)).toBe('2 countries by Flights: most Germany 5, France 2')
  })

  it('colors values on a scale, or countries by category', () => {
    const rows = [
      ['DE', 10],
      ['FR', 0],
      ['US', 5],
      ['GB', null],
    ] as const
    const colors = countryColors(propsOf(rows, { linear_color_scheme: 'white_black' }), 'light')
    expect(colors).toEqual(['#000000', '#808080', '#ffffff', ''])
    expect(new Set(countryColors(propsOf(rows, { color_by: 'country' }), 'light')).size).toBeGreaterThan(2)
    const layer = countryLayer(propsOf(rows), regions, 'light')
    const stops = layer.stops(camera).map((id) => regions[id]?.key)
    expect(stops).toEqual(['DEU', 'USA', 'FRA'])
    const britain = regions.findIndex(({ key }) => key === 'GBR')
    expect(layer.linesOf(britain, camera)).toEqual([{ name: 'United Kingdom', text: 'No data' }])
  })

  it('draws bubbles whose areas are proportional to the amounts, the smallest on top', () => {
    const props = propsOf(
      [
        ['DE', 1, 100],
        ['FR', 2, 25],
        ['US', 3, 0],
      ],
      { show_bubbles: true, max_bubble_size: '50' },
    )
    // In order of their metric: US, FR, DE.
    expect(bubbleRadii(props)).toEqual([0, 25, 50])
    const mark = bubbleLayer(props).markAt(camera, ...pixel(2, 46))
    expect(mark && bubbleLayer(props).selectionOf(mark.id, camera)).toEqual({ code: 'FR' })
    expect(bubbleLayer(props).linesOf(1, camera)).toEqual([
      { name: 'France', text: '2' },
      { name: 'delay', text: '25' },
    ])
  })
})

it('queries by country, ordered by metric when configured, and filters by code', () => {
  const [query] = world_map.toQueries(said)
  expect(query).toMatchObject({ columns: ['code'], metrics: ['count', 'delay'] })
  expect(query).not.toHaveProperty('orderby')
  expect(world_map.toQueries({ ...said, sort_by_metric: true })[0]?.orderby).toEqual([['count', false]])
  expect(world_map.toDataMask?.([{ code: 'DE' }], said).extraFormData?.filters).toEqual([
    { col: 'code', op: 'IN', val: ['DE'] },
  ])
})
