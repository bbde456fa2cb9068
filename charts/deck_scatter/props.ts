import { colorChoice, colorPositions } from '#charts/shared/colors.ts'
import type { ChartInput } from '#charts/chart.ts'
import { dimensionText, toNumber } from '#charts/shared/cell.ts'
import { boundsOf } from '#charts/shared/map/bounds.ts'
import { type BasemapStyle, basemapStyleOf } from '#charts/shared/map/basemap-style.ts'
import type { Corner } from '#charts/shared/map/legend-position.ts'
import type { GeoBounds, MapViewport } from '#charts/shared/map/mercator.ts'
import {
  type Coordinates,
  positionColumns,
  positionsOf,
  type UnmappedReason,
} from '#charts/shared/map/row-positions.ts'
import { exactFormat, numberOrDefault, textOrDefault } from '#charts/shared/number-format.ts'
import { hasColumns } from '#controls/spatial/index.ts'
import { compareLabelPositions } from '#core/color/label-positions.ts'
import type { Rgba } from '#core/color/rgb.ts'
import { numberFormatter } from '#core/format/number.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { type Column, column, emptyTable, NUMERIC, type Table } from '#core/table/table.ts'
import type { PointMapForm } from './controls.ts'
import { pointColumns } from './query.ts'
import { metresOf, radiusMetric } from './radius.ts'

/** A column of the result, with the rows of drawn points only. */
export interface PointColumn extends Column {
  readonly title: string
}

/** The color categories of the points. */
export interface Categories {
  readonly title: string
  /** The values in color order, as the legend shows them. */
  readonly names: readonly string[]
  readonly texts: readonly string[]
  /** The position of each value in the color assignment. */
  readonly colorPositions: readonly number[]
  /** The index in `names` of each point. */
  readonly of: readonly number[]
}

export interface PointMapProps {
  /** Coordinates of each point in degrees, and its radius in meters. */
  readonly longitudes: readonly number[]
  readonly latitudes: readonly number[]
  readonly radii: readonly number[]
  /** The result columns of the points: position, color and tooltip columns, with the metric last. */
  readonly columns: readonly PointColumn[]
  /** Names of the facts that the tooltip shows in addition to the position and the metric. */
  readonly tooltipColumns: readonly string[]
  /** Names of the facts that form a selection. */
  readonly selectionColumns: readonly string[]
  /** The metric that sizes the points. */
  readonly metric: { readonly name: string; readonly format: string } | null
  readonly categories: Categories | null
  /** The number of rows that are not drawn, by reason, and an example of an invalid position. */
  readonly unplaced: Readonly<Record<UnmappedReason, number>>
  readonly wrongExample: string | null
  readonly bounds: GeoBounds | null
  readonly viewport: MapViewport
  readonly autozoom: boolean
  readonly basemap: BasemapStyle
  readonly color: Rgba
  readonly colorScheme: string | null
  readonly labelColors: Readonly<Record<string, string>>
  readonly colorDomain?: readonly string[]
  /** Limits of the radius in pixels; null is none. */
  readonly minRadius: number | null
  readonly maxRadius: number | null
  /** The corner of the legend; null hides it. */
  readonly legend: Corner | null
}

const hasCoordinates = (position: Coordinates | UnmappedReason): position is Coordinates => typeof position !== 'string'

function categoriesOf(input: ChartInput<PointMapForm>, fact: PointColumn | undefined): Categories | null {
  if (!fact) return null
  const write = numberFormatter(textOrDefault(input.form.legend_format, 'SMART_NUMBER'))
  const colorPositionOf = colorPositions(input, [fact.name])
  const texts = fact.values.map((value) => dimensionText(value, fact.type))
  const known = new Map(texts.map((name, index) => [name, fact.values[index] ?? null]))
  const found = [...known].map(([name, value]) => {
    const number = fact.type === NUMERIC ? toNumber(value) : null
    return { name, text: number === null ? name : write(number), colorPosition: colorPositionOf([value]) }
  })
  const ordered = found.toSorted(compareLabelPositions)
  const at = new Map(ordered.map(({ name }, index) => [name, index]))
  return {
    title: fact.title,
    names: ordered.map(({ name }) => name),
    texts: ordered.map(({ text }) => text),
    colorPositions: ordered.map(({ colorPosition }) => colorPosition),
    of: texts.map((name) => at.get(name) ?? 0),
  }
}

function radiiOf(form: PointMapForm, measure: PointColumn | undefined, count: number): number[] {
  const radius = form.point_radius_fixed
  if (measure) return measure.values.map((value) => metresOf(toNumber(value), form))
  return Array.from({ length: count }, () => metresOf(radius.type === 'fix' ? radius.value : 0, form))
}

/** Returns the rows that have a position, and counts the others. */
function rowsOf(table: Table, form: PointMapForm) {
  const { spatial } = form
  const isKnown = spatial !== undefined && hasColumns(spatial)
  const positions = isKnown ? positionsOf(table, spatial) : []
  const columns = isKnown ? positionColumns(spatial) : []
  const unplaced = { empty: 0, wrong: 0, polar: 0 }
  for (const position of positions) if (!hasCoordinates(position)) unplaced[position] += 1
  const firstInvalid = positions.indexOf('wrong')
  const texts = columns.map((name) => String(column(table, name)?.values[firstInvalid] ?? ''))
  return { positions, columns, unplaced, wrongExample: firstInvalid < 0 ? null : texts.join(', ').slice(0, 60) }
}

function limit(value: unknown): number | null {
  const number = numberOrDefault(value, Number.NaN)
  return number > 0 ? number : null
}

/** Returns the points of the map. */
export function toProps(input: ChartInput<PointMapForm>): PointMapProps {
  const { form, dataset } = input
  const table = input.tables[0] ?? emptyTable
  const { positions, columns, unplaced, wrongExample } = rowsOf(table, form)
  const chosen = radiusMetric(form)
  const metric = chosen === undefined ? undefined : metricLabel(chosen)
  const messages = pointColumns(form).map(columnLabel)
  const names = [...new Set([...columns, ...messages, ...(metric === undefined ? [] : [metric])])]
  const points = names.flatMap((name): PointColumn[] => {
    const found = column(table, name)
    if (!found) return []
    const values = found.values.filter((_, row) => hasCoordinates(positions[row] ?? 'empty'))
    return [{ name, type: found.type, values, title: dataset.verbose_map[name] ?? name }]
  })
  const drawn = positions.filter(hasCoordinates)
  const longitudes = drawn.map(([longitude]) => longitude)
  const latitudes = drawn.map(([, latitude]) => latitude)
  const dimension = form.dimension ? messages[0] : undefined
  const metricFormat = exactFormat(input, dataset.column_formats[metric ?? ''] ?? 'SMART_NUMBER')
  const fact = (name: string | undefined) => points.find((each) => each.name === name)
  return {
    longitudes,
    latitudes,
    radii: radiiOf(form, fact(metric), drawn.length),
    columns: points,
    tooltipColumns: messages,
    selectionColumns: dimension === undefined ? columns : [dimension],
    metric: metric === undefined ? null : { name: metric, format: metricFormat },
    categories: categoriesOf(input, fact(dimension)),
    unplaced,
    wrongExample,
    bounds: boundsOf(longitudes, latitudes),
    viewport: form.viewport,
    autozoom: form.autozoom,
    basemap: basemapStyleOf(form.mapbox_style),
    color: form.color_picker,
    ...colorChoice(input),
    minRadius: limit(form.min_radius ?? 2),
    maxRadius: limit(form.max_radius ?? 250),
    legend: form.legend_position,
  }
}
