import type { BubbleForm } from './controls.ts'
import { bubbleColumns } from './query.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { type ColorChoice, colorChoice, colorPositions } from '#charts/shared/colors.ts'
import { formatFor, numberOrDefault } from '#charts/shared/number-format.ts'
import { nameOf } from '#charts/shared/ranked-rows.ts'
import { legendOf } from '#charts/shared/timeseries/timeseries-props.ts'
import { metricOf } from '#core/form/base-query.ts'
import { asColumn } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { column, emptyTable, type Table, type Value } from '#core/table/table.ts'
import type { LegendProps } from '#charts/shared/legend/legend.ts'

/** The maximum number of bubbles, and of their colors, that are drawn. */
const MAX_BUBBLES = 10_000
const MAX_COLORS = 200

export interface Bubble {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly selection: SelectedMark
}

/** The bubbles of one color. */
export interface BubbleGroup {
  readonly name: string
  readonly colorPosition: number
  readonly bubbles: readonly Bubble[]
}

/** The title and format of an axis or of the bubble size. */
export interface Measure {
  readonly title: string
  readonly format: string
}

export interface BubbleProps extends ColorChoice {
  readonly families: readonly BubbleGroup[]
  /**
   * The number of bubbles that are not drawn: those over the limit, and those without a position on a logarithmic axis.
   */
  readonly left: { readonly more: number; readonly unplaced: number }
  readonly x: Measure & { readonly isLog: boolean; readonly caption: string; readonly rotation: number }
  readonly y: Measure & { readonly isLog: boolean; readonly caption: string; readonly rotation: number }
  readonly size: Measure
  readonly bounds: readonly [number | null, number | null]
  /** Diameter of the largest in pixels. */
  readonly largest: number
  readonly mostSize: number
  readonly opacity: number
  /** Whether colors carry information. */
  readonly isColored: boolean
  readonly legend: LegendProps
}

const cellsOf = (table: Table, label: string): readonly Value[] => column(table, label)?.values ?? []

interface Row extends Bubble {
  readonly family: string
  readonly colorPosition: number
}

/** Returns the rows that have both coordinates. */
function rowsOf(input: ChartInput<BubbleForm>, labels: readonly [string, string, string]): Row[] {
  const { form } = input
  const table = input.tables[0] ?? emptyTable
  const [xs, ys, sizes] = labels.map((label) => cellsOf(table, label))
  const dimensions = bubbleColumns(form).map((each) => ({
    label: columnLabel(each),
    of: column(table, columnLabel(each)),
  }))
  const series = asColumn(form.series)
  const family = series && column(table, columnLabel(series))
  const colorPositionOf = colorPositions(input, family ? [family.name] : [])
  return Array.from({ length: table.rowCount }, (_, row) => row).flatMap((row): Row[] => {
    const [x, y] = [toNumber(xs?.[row]), toNumber(ys?.[row])]
    if (x === null || y === null) return []
    const [entity] = dimensions
    return [
      {
        name: nameOf(entity?.of, row, 'smart_date'),
        x,
        y,
        size: Math.max(0, toNumber(sizes?.[row]) ?? 0),
        selection: Object.fromEntries(dimensions.map(({ label, of }) => [label, of?.values[row] ?? null])),
        family: family ? nameOf(family, row, 'smart_date') : '',
        colorPosition: family ? colorPositionOf([family.values[row] ?? null]) : 0,
      },
    ]
  })
}

/** Groups bubbles by color. Within one color they keep the result order. */
function familiesOf(rows: readonly Row[]): BubbleGroup[] {
  const families = new Map<string, { name: string; colorPosition: number; bubbles: Bubble[] }>()
  for (const { family, colorPosition, ...bubble } of rows) {
    const found = families.get(family) ?? { name: family, colorPosition, bubbles: [] }
    found.bubbles.push(bubble)
    families.set(family, found)
  }
  return [...families.values()]
}

/** Returns the bubbles to draw. */
export function toProps(input: ChartInput<BubbleForm>): BubbleProps {
  const { form, dataset } = input
  const labels = (['x', 'y', 'size'] as const).map((key) => {
    const metric = metricOf(form, key)
    return metric === undefined ? '' : metricLabel(metric)
  }) as [string, string, string]
  const rows = rowsOf(input, labels)
  const placed = rows.filter(({ x, y }) => (!form.logXAxis || x > 0) && (!form.logYAxis || y > 0))
  const families = familiesOf(placed.slice(0, MAX_BUBBLES)).slice(0, MAX_COLORS)
  const drawn = families.reduce((sum, { bubbles }) => sum + bubbles.length, 0)
  const [xTitle = '', yTitle = '', sizeTitle = ''] = labels.map((label) => dataset.verbose_map[label] ?? label)
  return {
    families,
    left: { more: placed.length - drawn, unplaced: rows.length - placed.length },
    x: {
      title: xTitle,
      format: formatFor(input, 'xAxisFormat', [labels[0]]),
      isLog: form.logXAxis,
      caption: form.x_axis_label,
      rotation: numberOrDefault(form.xAxisLabelRotation, 0),
    },
    y: {
      title: yTitle,
      format: formatFor(input, 'y_axis_format', [labels[1]]),
      isLog: form.logYAxis,
      caption: form.y_axis_label,
      rotation: numberOrDefault(form.yAxisLabelRotation, 0),
    },
    size: { title: sizeTitle, format: formatFor(input, 'tooltipSizeFormat', [labels[2]]) },
    bounds: form.truncateYAxis ? form.y_axis_bounds : [null, null],
    largest: Math.max(1, numberOrDefault(form.max_bubble_size, 25)),
    mostSize: placed.reduce((most, { size }) => Math.max(most, size), 0),
    opacity: form.opacity,
    isColored: asColumn(form.series) !== undefined,
    ...colorChoice(input),
    legend: legendOf(form),
  }
}
