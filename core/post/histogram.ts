import { isNonFinite } from '#core/table/exact-number.ts'
import { BOOLEAN, NUMERIC, type Value } from '#core/table/table.ts'
import type { Budget } from './budget.ts'
import {
  cellAt,
  type Frame,
  type FrameColumn,
  numbersOf,
  numeric,
  oneNamed,
  refuse,
  rowsBetween,
  takeRows,
} from './frame.ts'
import { groupRows } from './grouping.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

interface HistogramOptions {
  readonly column: string
  readonly groupby: readonly string[]
  readonly bins: number
  readonly cumulative: boolean
  readonly normalize: boolean
}

/**
 * Counts values in bins of equal width over the whole column, each with its start and without its end, the last with
 * both; one row per group, ascending. When all values are the same the bins reach half a unit to each side.
 * `cumulative` adds up over the bins of a row; `normalize` then divides by the sum of all cells. Rows without a value
 * are left out; those without a group are one of their own, the last.
 */
export const histogram: Operation<HistogramOptions> = {
  name: 'histogram',
  parse: (options) =>
    readOptions(options, (reader) => {
      const bins = reader.number('bins', 5)
      if (!Number.isInteger(bins) || bins < 1 || bins > 1000) {
        reader.fail('`bins` must be an integer between 1 and 1000')
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
    const whole = oneNamed(frame, options.column)
    const isPresent = (value: Value) => value !== null && !isNonFinite(value)
    const kept = rowsBetween(0, frame.rowCount).filter((row) => isPresent(cellAt(whole, row)))
    if (kept.length === 0) return { index: [], columns: [], levels: [null], rowCount: 0 }
    const present = takeRows(frame, kept)
    const values = numbersOf(oneNamed(present, options.column))
    const isNumeric = whole.type === NUMERIC || whole.type === BOOLEAN
    if (!isNumeric && values.some(Number.isNaN)) refuse(`Column '${options.column}' contains non-numeric values`)
    return counted(present, values, options, budget)
  },
}

function counted(frame: Frame, values: Float64Array, options: HistogramOptions, budget: Budget): Frame {
  const keys = options.groupby.map((name) => oneNamed(frame, name))
  const groups = groupRows(keys, frame.rowCount, { dropNull: false })
  budget.frame(groups.count, keys.length + options.bins)
  const edges = edgesOf(values, options.bins)
  const bins = Array.from({ length: options.bins }, () => new Float64Array(groups.count))
  for (let row = 0; row < values.length; row++) {
    const group = groups.group[row] as number
    const bin = bins[binOf(values[row] as number, edges)]
    if (bin && group >= 0) bin[group] = (bin[group] as number) + 1
  }
  if (options.cumulative) {
    for (let at = 1; at < bins.length; at++) {
      bins[at] = (bins[at] as Float64Array).map((count, group) => count + (bins[at - 1]?.[group] ?? 0))
    }
  }
  const total = options.normalize ? bins.reduce((sum, bin) => bin.reduce((all, count) => all + count, sum), 0) : 1
  const made = bins.map((bin, at) =>
    numeric(
      [`${floatText(edges[at] as number)} - ${floatText(edges[at + 1] as number)}`],
      bin.map((count) => count / total),
    ),
  )
  const columns: FrameColumn[] = keys.map((key, at) => ({ ...key, values: groups.keys[at] ?? [] }))
  return { index: [], columns: [...columns, ...made], levels: [null], rowCount: groups.count }
}

function edgesOf(values: Float64Array, bins: number): Float64Array {
  let low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  let high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  if (low === high) {
    low -= 0.5
    high += 0.5
  }
  const step = (high - low) / bins
  return Float64Array.from({ length: bins + 1 }, (_, at) => (at === bins ? high : low + at * step))
}

/** The bin of a value; the estimate by width is put right by the edges themselves. */
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
