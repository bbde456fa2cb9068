import { expect, it } from 'vitest'
import { deck_scatter } from './index.ts'
import { toProps as ownProps } from './props.ts'
import { controls } from './controls.ts'
import { clipRing } from '#charts/shared/map/basemap.ts'
import { boundsOf } from '#charts/shared/map/bounds.ts'
import { highlightedPoints, pointSelection, pointAt, pointsOf } from './points.ts'
import { pointTooltipLines, summaryOf, unmappedRowsText } from './summary.ts'
import { cameraOf } from '#charts/shared/map/mercator.ts'
import { type ChartInput, propsFor } from '#charts/chart.ts'
import { completeForm, controlsOf } from '#controls/form.ts'
import type { ControlContext } from '#controls/control.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

const toProps = (from: ChartInput) => propsFor(deck_scatter, ownProps, from)

const input = (form: Record<string, unknown> = {}): ChartInput => ({
  form: {
    viz_type: 'deck_scatter',
    spatial: { type: 'latlong', latCol: 'lat', lonCol: 'lon' },
    dimension: 'state',
    point_radius_fixed: { type: 'metric', value: 'count' },
    point_unit: 'radius_km',
    ...form,
  },
  tables: [
    {
      columns: [
        { name: 'lon', type: NUMERIC, values: [-100, 'west', -90, null, -80] },
        { name: 'lat', type: NUMERIC, values: [30, 31, 40, 32, 89] },
        { name: 'state', type: STRING, values: ['TX', 'TX', null, 'NY', 'NY'] },
        { name: 'count', type: NUMERIC, values: [1200, 1, 30, 1, 1] },
      ],
      rowCount: 5,
    },
  ],
  entries: [{ colors: { columns: ['state'], places: { TX: 5, '<NULL>': 3, NY: 0 } } } as unknown as ResultMetadata],
  dataset: { verbose_map: { count: 'Flights' }, column_formats: {} },
  labelColors: { TX: '#123456' },
})

it('draws the rows that have a position, and counts the others by the reason', () => {
  const props = toProps(input())
  expect([props.longitudes, props.latitudes, props.radii]).toEqual([
    [-100, -90],
    [30, 40],
    [1_200_000, 30_000],
  ])
  expect(props.unplaced).toEqual({ empty: 1, wrong: 1, polar: 1 })
  expect(unmappedRowsText(props)).toBe(
    '3 rows are not drawn: 1 with an invalid position, such as “west, 31”, 1 without a position, 1 beyond the edge of the map',
  )
  // In color order, which differs from the order of the points.
  expect(props.categories).toEqual({
    title: 'state',
    names: ['<NULL>', 'TX'],
    texts: ['<NULL>', 'TX'],
    colorPositions: [3, 5],
    of: [1, 0],
  })
  expect(summaryOf(props)).toBe(
    'Map of 2 points between -100, 30 and -90, 40. Flights from 30 to 1.2k. state: <NULL> 1, TX 1',
  )
  expect(pointTooltipLines(props, 0)).toEqual([
    { name: 'state', text: 'TX' },
    { name: 'Flights', text: '1.2k' },
    { name: 'Longitude, latitude', text: '-100, 30' },
  ])
  expect(unmappedRowsText(toProps({ ...input(), tables: [] }))).toBe('')
})

it('crosses the date line if the map is narrower that way', () => {
  expect(boundsOf([179, -179], [-1, 1])).toEqual({ west: 179, east: 181, south: -1, north: 1 })
  expect(boundsOf([-10, 20], [0, 0])).toEqual({ west: -10, east: 20, south: 0, north: 0 })
  expect(boundsOf([], [])).toBeNull()
})

it('colours categories with the opacity of the fixed colour, fixed labels first', () => {
  const scene = pointsOf(toProps(input({ color_picker: { r: 1, g: 2, b: 3, a: 0.5 } })), 'light', new Set())
  // The fourth colour of the scheme is #b92262.
  expect(scene.fills).toEqual(['rgba(185, 34, 98, 0.5)', 'rgba(18, 52, 86, 0.5)'])
  const fixed = toProps(input({ dimension: null, color_picker: { r: 1, g: 2, b: 3, a: 1 } }))
  expect(pointsOf(fixed, 'light', new Set()).fills).toEqual(['#010203'])
})

it('finds the topmost visible point under the pointer', () => {
  const props = toProps(input())
  const size = { width: 400, height: 400 }
  const camera = cameraOf({ longitude: -90, latitude: 40, zoom: 4, bearing: 0, pitch: 0 }, size)
  const scene = pointsOf(props, 'light', new Set())
  expect(scene.order).toEqual([0, 1])
  expect(pointAt(scene, camera, 200, 200)?.id).toBe(1)
  // 512 * 2 ** 4 / 360 pixels per degree, ten degrees to the west; the radius is at most 250 pixels.
  expect(pointAt(scene, camera, 0, 390)?.id).toBe(0)
  expect(pointAt(scene, camera, 390, 10)).toBeNull()
  expect(pointAt(pointsOf(props, 'light', new Set(['<NULL>'])), camera, 200, 200)?.id).not.toBe(1)
})

it('highlights the selection', () => {
  const props = toProps(input())
  expect(pointSelection(props, 1)).toEqual({ state: null })
  expect(highlightedPoints(props, {})).toBeNull()
  const selectedMarks = [{ state: 'TX' }]
  expect([...(highlightedPoints(props, { selectedMarks }) ?? [])]).toEqual([1, 0])
  expect([...(highlightedPoints(props, { selectedMarks, isSelectionExcluded: true }) ?? [])]).toEqual([0, 1])
  expect(pointSelection(toProps(input({ dimension: null })), 1)).toEqual({ lon: -90, lat: 40 })
})

it('keeps a saved style that needs tiles, and shows how it is drawn', () => {
  const mapbox_style = 'mapbox://styles/mapbox/satellite-v9'
  const form = { viz_type: 'deck_scatter', mapbox_style }
  const dataset = { id: 1, type: 'table', name: 'a', columns: [], metrics: [], time_grains: [] }
  const context: ControlContext = { dataset, form }
  expect(completeForm(form, controls, context)['mapbox_style']).toBe(mapbox_style)
  const style = controlsOf(controls).find(({ name }) => name === 'mapbox_style')
  const choices = typeof style?.choices === 'function' ? style.choices(context) : []
  expect(choices.at(-1)).toEqual({ value: mapbox_style, label: 'Satellite (drawn plain)' })
  expect(toProps(input({ mapbox_style })).basemap).toBe('plain')
  expect(toProps(input({ mapbox_style: 'mapbox://styles/mapbox/dark-v9' })).basemap).toBe('dark')
})

it('cuts surfaces at the box', () => {
  // A square of side 20 around the origin, and the quarter of it inside a box from 0 to 8.
  const square = [-10, -10, 10, -10, 10, 10, -10, 10]
  const inside = clipRing(square, 0, [8, 8])
  expect([Math.min(...inside), Math.max(...inside), inside.length]).toEqual([0, 8, 8])
  expect(clipRing([20, 20, 30, 20, 30, 30], 0, [8, 8])).toEqual([])
})
