import { type Aggregate, aggregateValues } from './aggregate.ts'
import type { BinForm } from './bin-controls.ts'
import { hexagonCells, squareCells } from './cells.ts'
import type { ChartInput } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { boundsOf } from '#charts/shared/map/bounds.ts'
import { type BasemapStyle, basemapStyleOf } from '#charts/shared/map/basemap-style.ts'
import type { GeoBounds, MapViewport } from '#charts/shared/map/mercator.ts'
import { type Coordinates, positionsOf, type UnmappedReason } from '#charts/shared/map/row-positions.ts'
import { formatFor, numberOrDefault } from '#charts/shared/number-format.ts'
import { hasColumns } from '#controls/spatial/index.ts'
import type { Rgba } from '#core/color/rgb.ts'
import { metricOf } from '#core/form/base-query.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { column, emptyTable } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'

export type BinShape = 'square' | 'hexagon'

/** A cell to draw, with its center in the Web Mercator square. */
export interface MapBin {
  readonly x: number
  readonly y: number
  readonly value: number
  /** The number of its points. */
  readonly count: number
}

export interface BinProps {
  readonly shape: BinShape
  /** Highest value first. */
  readonly bins: readonly MapBin[]
  readonly reach: number
  /** The number of drawn points, and of rows without a position. */
  readonly points: number
  readonly unplaced: number
  readonly name: string
  readonly format: string
  readonly bounds: GeoBounds | null
  readonly viewport: MapViewport
  readonly autozoom: boolean
  readonly basemap: BasemapStyle
  readonly color: Rgba
  readonly extruded: boolean
}

const hasCoordinates = (position: Coordinates | UnmappedReason): position is Coordinates => typeof position !== 'string'

/** Aggregates points into cells. */
export function binProps(input: ChartInput<BinForm>, shape: BinShape, by: Aggregate): BinProps {
  const { form } = input
  const table = input.tables[0] ?? emptyTable
  const { spatial } = form
  const positions = spatial && hasColumns(spatial) ? positionsOf(table, spatial) : []
  const metric = metricOf(form, 'size')
  const label = metric === undefined ? undefined : metricLabel(metric)
  const measure = label === undefined ? undefined : column(table, label)
  const placed = positions.flatMap((position, row) =>
    hasCoordinates(position) ? [{ position, weight: measure ? (toNumber(measure.values[row]) ?? 0) : 1 }] : [],
  )
  const points = {
    longitudes: placed.map(({ position }) => position[0]),
    latitudes: placed.map(({ position }) => position[1]),
    weights: placed.map(({ weight }) => weight),
  }
  const size = Math.max(1, numberOrDefault(form.grid_size, 20))
  const { cells, reach } = shape === 'square' ? squareCells(points, size) : hexagonCells(points, size)
  const bins = cells.map(({ x, y, weights }) => ({ x, y, value: aggregateValues(weights, by), count: weights.length }))
  return {
    shape,
    bins: bins.toSorted((a, b) => b.value - a.value),
    reach: Number.isFinite(reach) ? reach : 0,
    points: placed.length,
    unplaced: positions.length - placed.length,
    name: label === undefined ? t('Rows') : (input.dataset.verbose_map[label] ?? label),
    format: label === undefined ? ',d' : formatFor(input, 'y_axis_format', [label]),
    bounds: boundsOf(points.longitudes, points.latitudes),
    viewport: form.viewport,
    autozoom: form.autozoom,
    basemap: basemapStyleOf(form.mapbox_style),
    color: form.color_picker,
    extruded: form.extruded,
  }
}
