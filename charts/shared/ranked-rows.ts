import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { timeFormatter } from '#core/format/time.ts'
import { columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { type Column, column, emptyTable, TEMPORAL } from '#core/table/table.ts'
import { dimensionText, NULL_TEXT, toInstant, toNumber } from './cell.ts'
import { colorPositions } from './colors.ts'

/** A result row: its name, number, selection values and position in the color assignment. */
export interface RankedRow {
  readonly name: string
  readonly value: number | null
  readonly selection: SelectedMark
  readonly colorPosition: number
}

/** Formats a dimension value. The adaptive format shows full instants because the grain is unknown. */
export function nameOf(dimension: Column | undefined, row: number, format: string): string {
  if (!dimension) return NULL_TEXT
  const value = dimension.values[row]
  const instant = dimension.type === TEMPORAL && format !== 'smart_date' ? toInstant(value) : null
  return instant === null ? dimensionText(value, dimension.type) : timeFormatter(format)(instant)
}

/** Returns the rows of a result in their order. Without dimensions, a row has the name of the metric. */
export function rankedRows(
  input: Omit<ChartInput, 'form'>,
  requested: { readonly columns: readonly QueryColumn[]; readonly metric: string; readonly dateFormat: string },
): { readonly rows: readonly RankedRow[]; readonly dimensions: readonly Column[] } {
  const table = input.tables[0] ?? emptyTable
  const measure = column(table, requested.metric) ?? table.columns.at(-1)
  const dimensions = requested.columns
    .map((each) => column(table, columnLabel(each)))
    .filter((each) => each !== undefined)
    .filter((each) => each !== measure)
  const colorPositionOf = colorPositions(
    input,
    dimensions.map(({ name }) => name),
  )
  const rows = Array.from({ length: table.rowCount }, (_, row): RankedRow => {
    const cells = dimensions.map((each) => each.values[row] ?? null)
    const text = dimensions.map((each) => nameOf(each, row, requested.dateFormat)).join(', ')
    return {
      name: text === '' ? (input.dataset.verbose_map[requested.metric] ?? requested.metric) : text,
      value: toNumber(measure?.values[row]),
      selection: Object.fromEntries(dimensions.map(({ name }, index) => [name, cells[index] ?? null])),
      colorPosition: cells.length > 0 ? colorPositionOf(cells) : 0,
    }
  })
  return { rows, dimensions }
}
