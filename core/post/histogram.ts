import { isNonFinite } from '#core/table/exact-number.ts'
import { BOOLEAN, NUMERIC, type Value } from '#core/table/table.ts'
import type { Budget } from './post-budget.ts'
import {
  cellAt,
  type Frame,
  type FrameColumn,
  numbersOf,
  numeric,
  requireColumn,
  throwPostError,
  rowsBetween,
  takeRows,
} from './frame.ts'
import { groupRows } from './grouping.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'
import { BIN_COLUMNS, binEdge, binRange, MAX_BINS } from '#core/query/value-bins.ts'

interface HistogramOptions {
  readonly column: string
  readonly groupby: readonly string[]
  readonly bins: number
  readonly cumulative: boolean
  readonly normalize: boolean
}

/**
 * Counts values in bins of equal width over the complete column. Bins include their start and exclude their end; the
 * last bin includes both. One row per group, ascending. If all values are equal, the bins extend half a unit to each
 * side. `cumulative` sums over the bins of a row; `normalize` then divides by the sum of all cells. Rows without a
 * value are omitted; rows without a group form the last group. Rows already binned by the engine (`ValueBins`) keep
 * their bins.
 */
export const histogram: Operation<HistogramOptions> = {
  name: 'histogram',
  parse: (options) =>
    readOptions(options, (reader) => {
      const bins = reader.number('bins', 5)
      if (!Number.isInteger(bins) || bins < 1 || bins > MAX_BINS) {
        reader.fail(`\`bins\` must be an integer between 1 and ${MAX_BINS}`)
      }
      return {
        column: reader.text('column') ?? '',
        groupby: reader.texts('groupby') ?? [],
        bins,
        cumulative: reader.flag('cumulative', false),
        normalize: reader.flag('normalize', false),
      }
    }),
  run(frame, options, budget) {
    if (isBinned(frame)) return frame.rowCount > 0 ? ofBins(frame, options, budget) : NO_VALUES
    const whole = requireColumn(frame, options.column)
    const isPresent = (value: Value) => value !== null && !isNonFinite(value)
    const remaining = rowsBetween(0, frame.rowCount).filter((row) => isPresent(cellAt(whole, row)))
    if (remaining.length === 0) return NO_VALUES
    const present = takeRows(frame, remaining)
    const values = numbersOf(requireColumn(present, options.column))
    const isNumeric = whole.type === NUMERIC || whole.type === BOOLEAN
    if (!isNumeric && values.some(Number.isNaN))
      throwPostError(`Column '${options.column}' contains non-numeric values`)
    return countBins(present, values, options, budget)
  },
}

const NO_VALUES: Frame = { index: [], columns: [], levels: [null], rowCount: 0 }

/** True if the rows of a frame are bins counted by the engine. */
function isBinned({ columns }: Frame): boolean {
  return Object.values(BIN_COLUMNS).every((name) => columns.some(({ header }) => header[0] === name))
}

function countBins(frame: Frame, values: Float64Array, options: HistogramOptions, budget: Budget): Frame {
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  const edges = edgesOf(low, high, options.bins)
  return table(frame, { edges, binOf: (row) => binOf(values[row] as number, edges), rowsOf: () => 1 }, options, budget)
}

function ofBins(frame: Frame, options: HistogramOptions, budget: Budget): Frame {
  const [bins, rows, low, high] = (['bin', 'rows', 'low', 'high'] as const).map((key) =>
    numbersOf(requireColumn(frame, BIN_COLUMNS[key])),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array]
  const edges = edgesOf(low[0] as number, high[0] as number, options.bins)
  return table(
    frame,
    { edges, binOf: (row) => bins[row] as number, rowsOf: (row) => rows[row] as number },
    options,
    budget,
  )
}

/** The bin of each row of a frame, and the number of rows that it represents. */
interface BinCounting {
  readonly edges: Float64Array
  readonly binOf: (row: number) => number
  readonly rowsOf: (row: number) => number
}

function table(
  frame: Frame,
  { edges, binOf: findBin, rowsOf }: BinCounting,
  options: HistogramOptions,
  budget: Budget,
): Frame {
  const keys = options.groupby.map((name) => requireColumn(frame, name))
  const groups = groupRows(keys, frame.rowCount, { dropNull: false })
  budget.frame(groups.count, keys.length + options.bins)
  const bins = Array.from({ length: options.bins }, () => new Float64Array(groups.count))
  for (let row = 0; row < frame.rowCount; row++) {
    const group = groups.group[row] as number
    const bin = bins[findBin(row)]
    if (bin && group >= 0) bin[group] = (bin[group] as number) + rowsOf(row)
  }
  if (options.cumulative) {
    for (let index = 1; index < bins.length; index++) {
      bins[index] = (bins[index] as Float64Array).map((count, group) => count + (bins[index - 1]?.[group] ?? 0))
    }
  }
  const total = options.normalize ? bins.reduce((sum, bin) => bin.reduce((all, count) => all + count, sum), 0) : 1
  const newColumns = bins.map((bin, index) =>
    numeric(
      [`${floatText(edges[index] as number)} - ${floatText(edges[index + 1] as number)}`],
      bin.map((count) => count / total),
    ),
  )
  const columns: FrameColumn[] = keys.map((key, index) => ({ ...key, values: groups.keys[index] ?? [] }))
  return { index: [], columns: [...columns, ...newColumns], levels: [null], rowCount: groups.count }
}

function edgesOf(low: number, high: number, bins: number): Float64Array {
  const range = binRange(low, high)
  return Float64Array.from({ length: bins + 1 }, (_, at) => binEdge(range, bins, at))
}

/** Returns the bin of a value; the estimate from the width is corrected by the edges. */
function binOf(value: number, edges: Float64Array): number {
  const bins = edges.length - 1
  const [low, high] = [edges[0] as number, edges[bins] as number]
  let bin = Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins))
  while (bin > 0 && value < (edges[bin] as number)) bin -= 1
  while (bin < bins - 1 && value >= (edges[bin + 1] as number)) bin += 1
  return bin
}

function floatText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? value.toFixed(1) : String(value)
}
