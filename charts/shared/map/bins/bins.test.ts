import { describe, expect, it } from 'vitest'
import { aggregateValues, aggregates } from './aggregate.ts'
import { binLayer, binOpacities } from './bin-layer.tsx'
import type { BinProps } from './bin-props.ts'
import { binSummary, unmappedRowsText } from './bin-texts.ts'
import { cornersOf, hexagonCells, squareCells } from './cells.ts'
import { chartType } from '#charts/index.ts'
import { cameraOf, toPixel } from '#charts/shared/map/mercator.ts'
import { NUMERIC, type Table } from '#core/table/table.ts'
import { chartViewProps } from '#testing/chart-props.ts'

const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' }

function propsOf(viz_type: string, rows: readonly (readonly [number, number, number])[], form: object = {}): BinProps {
  const table: Table = {
    columns: ['lon', 'lat', 'n'].map((name, at) => ({
      name,
      type: NUMERIC,
      values: rows.map((row) => row[at] ?? null),
    })),
    rowCount: rows.length,
  }
  const said = { viz_type, spatial, size: 'n', grid_size: 111_320, ...form }
  const details = { dataset: { verbose_map: {}, column_formats: {} }, labelColors: {} }
  return chartViewProps(chartType(viz_type), { form: said, tables: [table], entries: [], ...details }) as BinProps
}

/** At the equator, 111,320 meters are about one degree. */
const near = [
  [0.2, 0.2, 3],
  [0.4, 0.3, 4],
  [5.5, 0.2, 1],
] as const

describe('cells', () => {
  it('returns squares of a size in metres, each with the points that lie in it', () => {
    const points = { longitudes: [0.2, 0.4, 5.5], latitudes: [0.2, 0.3, 0.2], weights: [3, 4, 1] }
    const { cells, reach } = squareCells(points, 111_320)
    expect(cells.map(({ weights }) => weights)).toEqual([[3, 4], [1]])
    // Half a degree of 360.
    expect(reach).toBeCloseTo(0.5 / 360, 6)
  })

  it('returns hexagons, and puts each point into the nearest', () => {
    const points = { longitudes: [0, 0.5, 3], latitudes: [0, 0, 0], weights: [1, 2, 3] }
    const { cells, reach } = hexagonCells(points, 111_320)
    expect(cells.map(({ weights }) => weights)).toEqual([[1, 2], [3]])
    for (const { x, y } of cells) expect(cornersOf({ x, y }, reach, 'hexagon')).toHaveLength(6)
    expect(Math.abs((cells[1]?.x ?? 0) - (3 / 360 + 0.5))).toBeLessThan(reach)
  })

  it('make one number of their points', () => {
    const values = [1, 2, 3, 6]
    const found = aggregates.map((by) => [by, Number(aggregateValues(values, by).toFixed(3))])
    expect(Object.fromEntries(found)).toEqual({
      sum: 12,
      min: 1,
      max: 6,
      mean: 3,
      median: 2.5,
      count: 4,
      // (4 + 1 + 0 + 9) / 3
      variance: 4.667,
      deviation: 2.16,
      // 0.03 of the distance from 1 to 2, and so on.
      p1: 1.03,
      p5: 1.15,
      p95: 5.55,
      p99: 5.91,
    })
    expect(aggregateValues([7], 'variance')).toBe(0)
  })
})

describe('a map of cells', () => {
  it('sums each cell, largest first, with opacity by value', () => {
    const props = propsOf('deck_grid', near)
    expect(props.bins.map(({ value, count }) => [value, count])).toEqual([
      [7, 2],
      [1, 1],
    ])
    expect(binOpacities(props)).toEqual([1, 0.2])
    expect(binSummary(props)).toBe('3 points in 2 cells, n from 1 to 7')
    expect(propsOf('deck_hex', near, { js_agg_function: 'max' }).bins[0]?.value).toBe(4)
    expect(propsOf('deck_grid', near, { size: null }).bins[0]?.value).toBe(2)
    expect(unmappedRowsText(propsOf('deck_grid', [[999, 0, 1]]))).toBe('1 row without a position')
  })

  it('finds the cell under a pixel and describes it', () => {
    const props = propsOf('deck_grid', near)
    const camera = cameraOf({ longitude: 0, latitude: 0, zoom: 6, bearing: 0, pitch: 0 }, { width: 800, height: 600 })
    const layer = binLayer(props)
    const [first] = props.bins
    const mark = layer.markAt(camera, ...toPixel(camera, first?.x ?? 0, first?.y ?? 0))
    expect(mark?.id).toBe(0)
    expect(layer.linesOf(0, camera)).toEqual([
      { name: 'n', text: '7' },
      { name: 'Points', text: '2' },
    ])
    expect(layer.markAt(camera, 5, 5)).toBeNull()
    // At a pitch of 60 degrees it is 90 * sin(60) tall.
    const tilted = cameraOf({ longitude: 0, latitude: 0, zoom: 6, bearing: 0, pitch: 60 }, { width: 800, height: 600 })
    const flat = binLayer({ ...props, extruded: false }).markOf(tilted, 0)?.top ?? 0
    expect(flat - (layer.markOf(tilted, 0)?.top ?? 0)).toBeCloseTo(90 * Math.sin(Math.PI / 3))
  })

  it('queries positions with a metric for each, and leaves out rows without one', () => {
    const requested = (form: object) => chartType('deck_hex')?.toQueries({ viz_type: 'deck_hex', spatial, ...form })[0]
    const nulls = ['lon', 'lat'].map((col) => ({ col, op: 'IS NOT NULL' }))
    expect(requested({})).toMatchObject({ columns: ['lon', 'lat'], filters: nulls })
    expect(requested({})).not.toHaveProperty('metrics')
    expect(requested({ size: 'n', filter_nulls: false })).toMatchObject({ metrics: ['n'], filters: [] })
  })
})
