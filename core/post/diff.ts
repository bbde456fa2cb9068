import { type FrameColumn, numbersOf } from './frame.ts'
import { eachColumn, type Mapping, readMapping, withMappedColumns } from './mapping.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

interface DiffOptions {
  readonly periods: number
  readonly axis: number
  readonly columns: Mapping
}

/**
 * Computes the difference from the value `periods` rows before (negative: after); with `axis` 1, `periods` columns
 * before.
 */
export const diff: Operation<DiffOptions> = {
  name: 'diff',
  parse: (options) =>
    readOptions(options, (reader) => {
      const periods = reader.number('periods', 1)
      if (!Number.isInteger(periods)) reader.fail('periods must be an integer')
      const axis = reader.number('axis', 0)
      if (axis !== 0 && axis !== 1) reader.fail(`No axis named ${axis} for object type DataFrame`)
      return { periods, axis, columns: readMapping(reader, options) }
    }),
  run: (frame, { periods, axis, columns }, budget) =>
    withMappedColumns(
      frame,
      columns,
      budget,
      axis === 1 ? acrossColumns(periods) : eachColumn((values) => differencesByRow(values, periods)),
    ),
}

function differencesByRow(values: Float64Array, periods: number): Float64Array {
  return values.map((value, row) => value - (values[row - periods] ?? Number.NaN))
}

function acrossColumns(periods: number) {
  return (columns: readonly FrameColumn[]): Float64Array[] => {
    const all = columns.map(numbersOf)
    return all.map((values, at) => values.map((value, row) => value - (all[at - periods]?.[row] ?? Number.NaN)))
  }
}
