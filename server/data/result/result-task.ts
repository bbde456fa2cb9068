import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { Budget } from '#core/post/post-budget.ts'
import { runPost } from '#core/post/index.ts'
import type { Sample } from '#core/query/sample.ts'
import { type SamplingColumns, sampledRows } from '#core/query/sampled-rows.ts'
import type { Column, Table, Value } from '#core/table/table.ts'
import type { Bytes, ResultColumn } from '#server/engines/engine.ts'
import type { TimeRangeMs } from '#server/sql/environment.ts'
import { withShiftedMetrics } from './shift-comparison.ts'
import { type Format, type Headings, isFileFormat, encodeTable } from '#server/files/encode-table.ts'
import type { TableSheet } from '#core/table/table-sheet.ts'
import { formatsByDisplayName, postProcessedResult } from './post-processed.ts'
import { undoTimeShift } from './undo-time-shift.ts'
import { type ClosedRange, timeShifterOf } from '#server/data/plan/time-shift.ts'

/** An engine result that needs time comparison, post-processing or our own layout. */
export interface FormatTask {
  readonly do: 'lay out'
  /** Cells by column, as JSON. */
  readonly main: Bytes
  readonly others: readonly { readonly offset: string; readonly range: ClosedRange; readonly bytes: Bytes }[]
  readonly query: Pick<QueryObject, 'columns' | 'metrics' | 'extras' | 'time_shift' | 'granularity' | 'post_processing'>
  readonly bounds: TimeRangeMs
  readonly format: Format
  readonly headings: Headings
}

export interface FormattedResult {
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly labels: Readonly<Record<string, readonly string[]>>
  /** The row names, lists if there are several name columns; absent if rows are counted. */
  readonly rowNames?: readonly (Value | readonly Value[])[]
  readonly data: Uint8Array
  /** Milliseconds for the layout, after post-processing. */
  readonly serialise: number
}

/** A result that will be shown in the form of its chart. */
export interface ChartLayoutTask {
  readonly do: 'show'
  readonly main: Bytes
  /** The result of `pivotTotals`, and the dimensions it was queried with. */
  readonly totals: { readonly bytes: Bytes; readonly dimensions: readonly string[] } | undefined
  readonly form: NonNullable<QueryContext['form_data']> | null
  readonly format: Format
  readonly headings: Headings
}

/** `head` is undefined if the chart shows the result unchanged. */
export interface ChartLayoutResult {
  readonly head: TableSheet['head'] | undefined
  readonly data: Uint8Array
}

/** A result to be downsampled to its visible points. */
export interface RowSampling {
  readonly do: 'sample'
  /** Cells by column, as JSON. */
  readonly main: Bytes
  readonly sample: Sample
  readonly by: SamplingColumns
}

export interface RowSample {
  readonly data: Uint8Array
  readonly rowCount: number
  /** Number of values before sampling. */
  readonly points: number
}

export type ResultTask = FormatTask | ChartLayoutTask | RowSampling
export type ResultReply = FormattedResult | ChartLayoutResult | RowSample

/** Adds the data of other periods to the result, applies post-processing and formats the result. */
export async function formatResult(task: FormatTask, budget: Budget = new Budget()): Promise<FormattedResult> {
  const { main, others, query, bounds, format, headings } = task
  const own = query.time_shift ? undoTimeShift(tableOf(main), query, bounds) : tableOf(main)
  const metrics = (query.metrics ?? []).map(metricLabel)
  const compared = others.map(({ offset, range, bytes }) => ({
    offset,
    move: timeShifterOf(offset, range),
    table: tableOf(bytes),
  }))
  const whole = compared.length > 0 ? withShiftedMetrics(own, query, metrics, compared) : own
  const { table: made, index, labels } = runPost(whole, query.post_processing ?? [], budget)
  const began = performance.now()
  // Row names are separate from the data, except in files.
  const table = isFileFormat(format) ? { ...made, columns: [...index, ...made.columns] } : made
  const data = await encodeTable(table, format, headings)
  const columns = table.columns.map(({ values: _values, ...column }): ResultColumn => column)
  const rowNames = index.length > 0 && table === made ? { rowNames: namesOf(index, made.rowCount) } : {}
  return { columns, rowCount: table.rowCount, labels, data, ...rowNames, serialise: performance.now() - began }
}

/** Returns a result in the form of its chart. */
export async function formatForChart({
  main,
  totals,
  form,
  format,
  headings,
}: ChartLayoutTask): Promise<ChartLayoutResult> {
  const table = tableOf(main)
  const known = totals && { table: tableOf(totals.bytes), dimensions: totals.dimensions }
  const shown = form ? postProcessedResult(table, form, { totals: known, headings, format }) : undefined
  if (!shown) return { head: undefined, data: await encodeTable(table, format, headings) }
  const { head } = shown
  if (isFileFormat(format)) {
    const named = { names: {}, formats: formatsByDisplayName(headings) }
    return { head, data: await encodeTable(shown.table, format, named) }
  }
  return { head, data: new TextEncoder().encode(JSON.stringify(shown.data)) }
}

/** Returns the visible rows of a result. */
export async function rowSample({ main, sample, by }: RowSampling): Promise<RowSample> {
  const table = tableOf(main)
  const { rows, points } = sampledRows(table, sample, by)
  const columns = table.columns.map((column) => ({ ...column, values: rows.map((row) => column.values[row] ?? null) }))
  const data = await encodeTable({ columns, rowCount: rows.length }, 'columns', { names: {}, formats: {} })
  return { data, rowCount: rows.length, points }
}

function namesOf(index: readonly Column[], rowCount: number): NonNullable<FormattedResult['rowNames']> {
  const paths = Array.from({ length: rowCount }, (_, row) => index.map(({ values }) => values[row] ?? null))
  return index.length === 1 ? paths.map(([name = null]) => name) : paths
}

function tableOf({ columns, data, rowCount }: Bytes): Table {
  const cells = JSON.parse(new TextDecoder().decode(data)) as Value[][]
  return { columns: columns.map((column, index) => ({ ...column, values: cells[index] ?? [] })), rowCount }
}
