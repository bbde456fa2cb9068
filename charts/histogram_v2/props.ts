import { type HistogramBin, parseBinEdges } from './bins.ts'
import type { HistogramForm } from './controls.ts'
import { barDimensions } from './query.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { type ColorChoice, colorChoice, colorPositions } from '#charts/shared/colors.ts'
import { formatFor } from '#charts/shared/number-format.ts'
import { nameOf } from '#charts/shared/ranked-rows.ts'
import { legendOf } from '#charts/shared/timeseries/timeseries-props.ts'
import { asColumn } from '#core/form/query-fields.ts'
import { columnLabel } from '#core/query/query-object.ts'
import { column, emptyTable } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import type { LegendProps } from '#charts/shared/legend/legend.ts'

/** The maximum number of groups; bars of further groups are not drawn. */
const MAX_GROUPS = 100

/** The bars of a group, one for each bin. */
export interface Group {
  readonly name: string
  readonly counts: readonly number[]
  readonly selection: SelectedMark
  readonly colorPosition: number
}

export interface HistogramProps extends ColorChoice {
  readonly bins: readonly HistogramBin[]
  readonly groups: readonly Group[]
  /** The number of groups that are not drawn. */
  readonly left: number
  /** The number of rows counted if the row limit excluded some; null if all were counted. */
  readonly counted: number | null
  /** The label of the counted column, and its display name. */
  readonly column: string
  readonly title: string
  readonly xTitle: string
  readonly yTitle: string
  readonly xFormat: string
  readonly yFormat: string
  /** The meaning of the bars: row counts or shares of the total. */
  readonly measure: string
  readonly showValues: boolean
  readonly legend: LegendProps
}

/** Returns the bins and the bars of each group. */
export function toProps(input: ChartInput<HistogramForm>): HistogramProps {
  const { form, dataset } = input
  const table = input.tables[0] ?? emptyTable
  const requestedColumn = asColumn(form.column)
  const label = requestedColumn === undefined ? '' : columnLabel(requestedColumn)
  const title = dataset.verbose_map[label] ?? label
  const found = table.columns.flatMap(({ name, values }) => {
    const edges = parseBinEdges(name)
    return edges ? [{ edges, values }] : []
  })
  const dimensions = barDimensions(form)
    .map((each) => column(table, columnLabel(each)))
    .filter((each) => each !== undefined)
  const colorPositionOf = colorPositions(
    input,
    dimensions.map(({ name }) => name),
  )
  const groups = Array.from({ length: found.length > 0 ? table.rowCount : 0 }, (_, row): Group => {
    const cells = dimensions.map(({ values }) => values[row] ?? null)
    return {
      name: dimensions.length > 0 ? dimensions.map((each) => nameOf(each, row, 'smart_date')).join(', ') : title,
      counts: found.map(({ values }) => toNumber(values[row]) ?? 0),
      selection: Object.fromEntries(dimensions.map(({ name }, index) => [name, cells[index] ?? null])),
      colorPosition: dimensions.length > 0 ? colorPositionOf(cells) : 0,
    }
  })
  const cost = input.entries[0]?.cost
  const yFormat = formatFor(input, 'y_axis_format', [])
  return {
    bins: found.map(({ edges: [left, right] }, index) => ({ left, right, isLast: index === found.length - 1 })),
    groups: groups.slice(0, MAX_GROUPS),
    left: Math.max(0, groups.length - MAX_GROUPS),
    counted: cost?.capped ? cost.row_limit : null,
    column: label,
    title,
    xTitle: form.x_axis_title,
    yTitle: form.y_axis_title,
    xFormat: formatFor(input, 'x_axis_format', []),
    yFormat: form.normalize && yFormat === 'SMART_NUMBER' ? '.3~p' : yFormat,
    measure: form.normalize ? t('Share of rows') : t('Rows'),
    showValues: form.show_value,
    ...colorChoice(input),
    legend: legendOf(form),
  }
}
