import { TEMPORAL, type Value } from '#core/table/table.ts'
import { type Aggregator, aggregatorOf } from './aggregators.ts'
import { cellAt, type Frame, type FrameColumn, numbersOf, numeric, requireColumn, throwPostError } from './frame.ts'
import { type Buckets, bucketsOf, type Frequency, parseFrequency } from './frequency.ts'
import { type RowsByGroup, rowsByGroup } from './grouping.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

const METHODS = ['asfreq', 'bfill', 'ffill', 'linear', 'median', 'mean', 'sum'] as const

/** Maximum number of rows created. */
const MAX_ROWS = 100_000

interface ResampleOptions {
  readonly frequency: Frequency | undefined
  readonly method: (typeof METHODS)[number]
  readonly fill: number | null
  readonly timeColumn: string | undefined
}

/**
 * Returns one row per interval from the first to the last timestamp of the index. `asfreq` keeps values whose timestamp
 * is a label, `ffill` and `bfill` use those of the previous and next row, `linear` interpolates by position (the last
 * value is repeated to the end), the others aggregate each interval; an interval without rows sums to 0. `fill_value`
 * replaces missing values after `asfreq`, `ffill` and `bfill`. Older payloads name a `time_column` of a flat frame.
 */
export const resample: Operation<ResampleOptions> = {
  name: 'resample',
  parse: (options) =>
    readOptions(options, (reader) => {
      const rule = reader.text('rule') ?? ''
      const frequency = parseFrequency(rule)
      if (!frequency) reader.fail(`Invalid frequency: ${rule}`)
      const method = METHODS.find((name) => name === options['method'])
      if (!method) reader.fail(`Resample method should be in ${METHODS.join(', ')}.`)
      return {
        frequency,
        method: method ?? 'asfreq',
        fill: reader.has('fill_value') ? reader.number('fill_value', 0) : null,
        timeColumn: reader.text('time_column'),
      }
    }),
  run(frame, options, budget) {
    const { time, columns } = timeOf(frame, options.timeColumn)
    if (!options.frequency || frame.rowCount === 0) return frame
    const moments = numbersOf(time)
    const present = moments.filter((instant) => !Number.isNaN(instant))
    if (present.length === 0) return frame
    const from = present.reduce((least, instant) => Math.min(least, instant), Number.POSITIVE_INFINITY)
    const to = present.reduce((most, instant) => Math.max(most, instant), Number.NEGATIVE_INFINITY)
    const span = options.frequency.bucketOf(to) - options.frequency.bucketOf(from)
    if (span / options.frequency.multiple > MAX_ROWS) throwPostError(`Resample would make more than ${MAX_ROWS} rows`)
    const buckets = bucketsOf(options.frequency, from, to)
    budget.frame(buckets.labels.length, columns.length + 1)
    const newColumns = columns.map((column) => resampleColumn(column, moments, buckets, options))
    const index: FrameColumn = { ...time, values: buckets.labels }
    const rowCount = buckets.labels.length
    if (options.timeColumn === undefined) return { ...frame, index: [index], columns: newColumns, rowCount }
    return { ...frame, index: [], columns: [index, ...newColumns], rowCount }
  },
}

function timeOf(frame: Frame, name: string | undefined): { time: FrameColumn; columns: readonly FrameColumn[] } {
  const time = name === undefined ? frame.index[0] : requireColumn(frame, name)
  const isSingle = name !== undefined || frame.index.length === 1
  if (time?.type !== TEMPORAL || !isSingle) return throwPostError('Resample operation requires DatetimeIndex')
  return { time, columns: frame.columns.filter((column) => column !== time) }
}

function resampleColumn(column: FrameColumn, moments: Float64Array, buckets: Buckets, options: ResampleOptions) {
  const { method, fill } = options
  const aggregator = aggregatorOf(method === 'median' ? 'nanmedian' : method)
  if (aggregator) return aggregateBuckets(column, moments, buckets, aggregator)
  const source = sourceRows(moments, buckets.labels, method)
  if (!(column.values instanceof Float64Array) && method !== 'linear') {
    const cells = source.map((row): Value => (row < 0 ? null : cellAt(column, row)) ?? fill)
    return { ...column, values: cells }
  }
  const numbers = numbersOf(column)
  const values = Float64Array.from(source, (row) => (row < 0 ? Number.NaN : (numbers[row] as number)))
  if (method === 'linear') return numeric(column.header, interpolateValues(values))
  return { ...column, values: fill === null ? values : values.map((value) => (Number.isNaN(value) ? fill : value)) }
}

/**
 * Returns the source row of each label, -1 for none. Of rows at the same timestamp, filling forward uses the last,
 * backward the first.
 */
function sourceRows(moments: Float64Array, labels: Float64Array, method: string): number[] {
  const order = Array.from(moments.keys())
    .filter((row) => !Number.isNaN(moments[row]))
    .toSorted((a, b) => (moments[a] as number) - (moments[b] as number) || a - b)
  const momentAt = (at: number) => moments[order[at] as number] as number
  let next = 0
  return Array.from(labels, (label) => {
    while (next < order.length && momentAt(next) < label) next += 1
    const exact = next < order.length && momentAt(next) === label
    if (exact || method === 'bfill') return order[next] ?? -1
    return method === 'ffill' ? (order[next - 1] ?? -1) : -1
  })
}

function aggregateBuckets(
  column: FrameColumn,
  moments: Float64Array,
  buckets: Buckets,
  aggregator: Aggregator,
): FrameColumn {
  const group = Int32Array.from(moments, (instant) => (Number.isNaN(instant) ? -1 : buckets.bucketOf(instant)))
  const { rows, starts }: RowsByGroup = rowsByGroup(group, buckets.labels.length)
  const all = numbersOf(column)
  const laid = Float64Array.from(rows, (row) => all[row] as number)
  const values = Float64Array.from({ length: buckets.labels.length }, (_, index) =>
    aggregator(laid, starts[index] as number, starts[index + 1] as number),
  )
  return numeric(column.header, values)
}

/** Interpolates missing values linearly between others; those after the last value repeat it. */
function interpolateValues(values: Float64Array): Float64Array {
  const result = values.slice()
  let before = -1
  for (let index = 0; index < result.length; index++) {
    if (Number.isNaN(result[index])) continue
    const [low, high] = [result[before] ?? Number.NaN, result[index] as number]
    for (let gap = before < 0 ? index : before + 1; gap < index; gap++) {
      result[gap] = low + ((high - low) * (gap - before)) / (index - before)
    }
    before = index
  }
  return before < 0 ? result : result.fill(result[before] as number, before + 1)
}
