import type { BoxPlotForm } from './controls.ts'
import { boxDimensions } from './query.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { type ColorChoice, colorChoice, colorPositions } from '#charts/shared/colors.ts'
import { formatFor, textOrDefault } from '#charts/shared/number-format.ts'
import type { TickLayout } from '#charts/shared/axes/echarts-axes.ts'
import { nameOf } from '#charts/shared/ranked-rows.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { column, emptyTable, type Table } from '#core/table/table.ts'

/** The maximum number of boxes, and of outliers over all boxes, that are drawn. */
export const MAX_BOXES = 500
const MAX_OUTLIERS = 10_000

export interface Box {
  readonly name: string
  /** Lower whisker, lower quartile, median, upper quartile, upper whisker. */
  readonly five: readonly [number, number, number, number, number]
  readonly mean: number | null
  readonly count: number
  readonly outliers: readonly number[]
  readonly selection: SelectedMark
  readonly colorPosition: number
}

export interface BoxPlotProps extends ColorChoice {
  readonly boxes: readonly Box[]
  /** The number of boxes and outliers that are not drawn. */
  readonly left: { readonly boxes: number; readonly outliers: number }
  readonly title: string
  readonly xTitle: string
  readonly yTitle: string
  readonly layout: TickLayout
  readonly format: string
}

const PARTS = ['min', 'q1', 'median', 'q3', 'max'] as const

/** Parses the outliers of a box: a list, or a list as JSON text. */
function outliersOf(cell: unknown): readonly number[] {
  const list: unknown = typeof cell === 'string' && cell.startsWith('[') ? parseNumberList(cell) : cell
  return Array.isArray(list) ? list.filter((each): each is number => Number.isFinite(each)) : []
}

function parseNumberList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the box of a metric in a row; undefined if a part of it is missing. */
function boxOf(
  table: Table,
  metric: string,
  row: number,
): Omit<Box, 'name' | 'selection' | 'colorPosition'> | undefined {
  const cell = (part: string) => column(table, `${metric}__${part}`)?.values[row]
  const five = PARTS.map((part) => toNumber(cell(part)))
  if (five.some((each) => each === null)) return undefined
  return {
    five: five as unknown as Box['five'],
    mean: toNumber(cell('mean')),
    count: toNumber(cell('count')) ?? 0,
    outliers: outliersOf(cell('outliers')),
  }
}

/** Returns the boxes in result order, the boxes of several metrics next to each other. */
function boxesOf(input: ChartInput<BoxPlotForm>): Box[] {
  const { form, dataset } = input
  const table = input.tables[0] ?? emptyTable
  const metrics = (queryFields(form).metrics ?? []).map(metricLabel)
  const dimensions = boxDimensions(form)
    .map((each) => column(table, columnLabel(each)))
    .filter((each) => each !== undefined)
  const format = textOrDefault(form.date_format, 'smart_date')
  const colorPositionOf = colorPositions(
    input,
    dimensions.map(({ name }) => name),
  )
  return Array.from({ length: table.rowCount }, (_, row) => row).flatMap((row) =>
    metrics.flatMap((metric, at): Box[] => {
      const box = boxOf(table, metric, row)
      const cells = dimensions.map(({ values }) => values[row] ?? null)
      const own = dimensions.map((each) => nameOf(each, row, format)).join(', ')
      const title = dataset.verbose_map[metric] ?? metric
      const name = own === '' ? title : metrics.length > 1 ? `${own}, ${title}` : own
      const selection = Object.fromEntries(dimensions.map(({ name: label }, index) => [label, cells[index] ?? null]))
      return box
        ? [{ ...box, name, selection, colorPosition: dimensions.length > 0 ? colorPositionOf(cells) : at }]
        : []
    }),
  )
}

/** Limits the outliers to the maximum, filling the first boxes first. */
function limitOutliers(boxes: readonly Box[]): { boxes: Box[]; left: number } {
  let room = MAX_OUTLIERS
  let left = 0
  const drawn = boxes.map((box) => {
    const outliers = box.outliers.slice(0, room)
    room -= outliers.length
    left += box.outliers.length - outliers.length
    return { ...box, outliers }
  })
  return { boxes: drawn, left }
}

/** Returns the boxes to draw. */
export function toProps(input: ChartInput<BoxPlotForm>): BoxPlotProps {
  const { form } = input
  const all = boxesOf(input)
  const { boxes, left } = limitOutliers(all.slice(0, MAX_BOXES))
  const metrics = (queryFields(form).metrics ?? []).map(metricLabel)
  return {
    boxes,
    left: { boxes: all.length - boxes.length, outliers: left },
    title: metrics.map((metric) => input.dataset.verbose_map[metric] ?? metric).join(', '),
    xTitle: form.x_axis_title,
    yTitle: form.y_axis_title,
    layout: form.x_ticks_layout,
    format: formatFor(input, 'number_format', metrics),
    ...colorChoice(input),
  }
}
