import { eachColumn, type Mapping, readMapping, withMappedColumns } from './mapping.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

type Step = (running: number, value: number) => number

const steps: Readonly<Record<string, Step>> = {
  sum: (running, value) => running + value,
  prod: (running, value) => running * value,
  min: Math.min,
  max: Math.max,
}

interface CumOptions {
  readonly step: Step
  readonly columns: Mapping
}

/**
 * Computes cumulative sums, products, minima or maxima. A missing value stays missing, and the cumulation continues
 * after it.
 */
export const cum: Operation<CumOptions> = {
  name: 'cum',
  parse: (options) =>
    readOptions(options, (reader) => {
      const operator = reader.text('operator') ?? ''
      const step = Object.hasOwn(steps, operator) ? steps[operator] : undefined
      if (!step) reader.fail(`Invalid cumulative operator: ${operator}`)
      return { step: step ?? Math.min, columns: readMapping(reader, options) }
    }),
  run: (frame, { step, columns }, budget) =>
    withMappedColumns(
      frame,
      columns,
      budget,
      eachColumn((values) => cumulate(values, step)),
    ),
}

/** Returns the cumulative values. */
function cumulate(values: Float64Array, step: Step): Float64Array {
  const result = new Float64Array(values.length)
  let running = Number.NaN
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    if (value === value) running = running === running ? step(running, value) : value
    result[row] = value === value ? running : Number.NaN
  }
  return result
}
