import { localNumber } from '#core/format/locale.ts'
import type { GanttForm } from './controls.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { dimensionText, toInstant, toNumber, valueText } from '#charts/shared/cell.ts'
import { type ColorChoice, colorChoice, colorPositions } from '#charts/shared/colors.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import { textOrDefault } from '#charts/shared/number-format.ts'
import { legendOf } from '#charts/shared/timeseries/timeseries-props.ts'
import type { PositionedLabel } from '#core/color/label-positions.ts'
import { formatCell } from '#core/format/digits.ts'
import { SMART_NUMBER } from '#core/format/number-formats.ts'
import { listOf } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from '#core/query/query-object.ts'
import { type Column, column, type Table } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import type { LegendProps } from '#charts/shared/legend/legend.ts'

/** The maximum number of bars; the first in result order are drawn. */
export const MAX_BARS = 5000

export interface Bar {
  /** Epoch milliseconds; `start` is not after `end`. */
  readonly start: number
  readonly end: number
  /** Indexes of its line and its series. */
  readonly line: number
  readonly series: number
  readonly selection: SelectedMark
  /** Names and values of the tooltip. */
  readonly said: readonly (readonly [name: string, text: string])[]
}

/** A line of the chart: its name, and its series if lines are split by series. */
export interface Line {
  readonly name: string
  readonly series: number | null
}

export interface GanttProps extends ColorChoice {
  readonly bars: readonly Bar[]
  readonly lines: readonly Line[]
  readonly series: readonly PositionedLabel[]
  /** The note about tasks that are not drawn; empty if all are drawn. */
  readonly note: string
  readonly xTitle: string
  readonly yTitle: string
  readonly timeFormat: string
  /** The time zone of displayed times; undefined for UTC. */
  readonly zone: string | undefined
  readonly zoomable: boolean
  readonly legend: LegendProps
}

/** Returns a function that formats the tooltip values of a row. */
function tooltipValueFormatter(input: ChartInput<GanttForm>, table: Table): (row: number) => Bar['said'] {
  const nameOf = (label: string) => input.dataset.verbose_map[label] ?? label
  const dimensions = listOf<QueryColumn>(input.form.tooltip_columns).flatMap(
    (each) => column(table, columnLabel(each)) ?? [],
  )
  const measures = listOf<QueryMetric>(input.form.tooltip_metrics).flatMap(
    (each) => column(table, metricLabel(each)) ?? [],
  )
  const number = ({ name, values }: Column, row: number): string => {
    const value = values[row] ?? null
    return toNumber(value) === null
      ? valueText(value)
      : formatCell(input.dataset.column_formats[name] ?? SMART_NUMBER, value)
  }
  return (row) => [
    ...dimensions.map((each) => [nameOf(each.name), dimensionText(each.values[row], each.type)] as const),
    ...measures.map((each) => [nameOf(each.name), number(each, row)] as const),
  ]
}

/** Assigns indexes to texts in order of appearance. */
class IndexedNames {
  readonly names: string[] = []
  private readonly known = new Map<string, number>()

  of(name: string): number {
    const found = this.known.get(name)
    if (found !== undefined) return found
    this.known.set(name, this.names.length)
    return this.names.push(name) - 1
  }
}

interface GanttRows {
  readonly bars: readonly Bar[]
  readonly lines: readonly Line[]
  readonly series: readonly PositionedLabel[]
  readonly note: string
}

const EMPTY: GanttRows = { bars: [], lines: [], series: [], note: '' }

function noteOf(drawn: number, ordered: number, rows: number): string {
  const count = (value: number) => localNumber.format(value)
  if (drawn < ordered) return t('The first %s of %s bars are drawn', count(drawn), count(ordered))
  return ordered < rows ? t('%s rows without a start and a later end are not drawn', count(rows - ordered)) : ''
}

/** Returns the lines in order of appearance, split by series if requested. */
function linesOf(
  found: readonly { readonly line: number; readonly series: number }[],
  names: readonly string[],
  isDivided: boolean,
) {
  const indexedNames = new IndexedNames()
  const keyOf = (each: { readonly line: number; readonly series: number }) =>
    JSON.stringify(isDivided ? [each.line, each.series] : [each.line, null])
  const sorted = found.toSorted((a, b) => a.line - b.line || (isDivided ? a.series - b.series : 0))
  for (const each of sorted) indexedNames.of(keyOf(each))
  const lines = indexedNames.names.map((key): Line => {
    const [line, series] = JSON.parse(key) as [number, number | null]
    return { name: names[line] ?? '', series }
  })
  return { lines, lineOf: (each: { readonly line: number; readonly series: number }) => indexedNames.of(keyOf(each)) }
}

function readRows(input: ChartInput<GanttForm>): GanttRows {
  const { form } = input
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const at = (key: QueryColumn | null | undefined) => (key ? column(table, columnLabel(key)) : undefined)
  const [starts, ends, named, kinds] = [at(form.start_time), at(form.end_time), at(form.y_axis), at(form.series)]
  if (!starts || !ends || !named) return EMPTY
  const [names, series] = [new IndexedNames(), new IndexedNames()]
  const colorPositionOf = colorPositions(input, form.series ? [columnLabel(form.series)] : [])
  const placed: PositionedLabel[] = []
  const say = tooltipValueFormatter(input, table)
  const dimensions = keyColumns(form, 'y_axis', 'series').flatMap((each) => at(each) ?? [])
  const found: Bar[] = []
  let ordered = 0
  for (let row = 0; row < table.rowCount; row++) {
    const [start, end] = [toInstant(starts.values[row]), toInstant(ends.values[row])]
    if (start === null || end === null || end < start) continue
    if (++ordered > MAX_BARS) continue
    const kind = kinds ? dimensionText(kinds.values[row], kinds.type) : ''
    const index = series.of(kind)
    placed[index] ??= { name: kind, colorPosition: kinds ? colorPositionOf([kinds.values[row] ?? null]) : 0 }
    found.push({
      start,
      end,
      line: names.of(dimensionText(named.values[row], named.type)),
      series: index,
      selection: Object.fromEntries(dimensions.map((each) => [each.name, each.values[row] ?? null])),
      said: say(row),
    })
  }
  const { lines, lineOf } = linesOf(found, names.names, form.subcategories && kinds !== undefined)
  const bars = found.map((bar) => ({ ...bar, line: lineOf(bar) }))
  return { bars, lines, series: placed, note: noteOf(found.length, ordered, table.rowCount) }
}

/** Returns the bars with start, end and line. */
export function toProps(input: ChartInput<GanttForm>): GanttProps {
  const { form } = input
  return {
    ...readRows(input),
    xTitle: form.x_axis_title,
    yTitle: form.y_axis_title,
    timeFormat: textOrDefault(form.x_axis_time_format, 'smart_date'),
    zone: input.entries[0]?.time_zone,
    zoomable: form.zoomable,
    legend: legendOf(form),
    ...colorChoice(input),
  }
}
