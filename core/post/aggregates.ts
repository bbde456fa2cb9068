import { isNonFinite } from '#core/table/exact-number.ts'
import { NUMERIC, STRING, type Value } from '#core/table/table.ts'
import { type Aggregator, aggregatorOf } from './aggregators.ts'
import { cellAt, type Cells, type Frame, type FrameColumn, numbersOf, throwPostError } from './frame.ts'
import type { RowsByGroup } from './grouping.ts'
import type { OptionReader } from './option-reader.ts'
import { compareValues } from './compare-values.ts'

/** One requested aggregate: its column, its function, and its result name. */
export interface Aggregate {
  readonly name: string
  readonly column: string
  readonly operator: string
  readonly aggregator: Aggregator
}

/** Reads the `aggregates` option: name to `{operator, column?, options?}`; the column defaults to the name. */
export function readAggregates(reader: OptionReader): readonly Aggregate[] {
  const pairs = reader.pairs('aggregates', (value) => (typeof value === 'object' && value ? value : undefined)) ?? []
  return pairs.flatMap(([name, value]) => {
    const { operator, column, options } = value as Record<string, unknown>
    if (typeof operator !== 'string' || operator === '') {
      reader.fail(`Operator undefined for aggregator: ${name}`)
      return []
    }
    const aggregator = aggregatorOf(operator, (options ?? {}) as Record<string, unknown>)
    if (!aggregator) {
      reader.fail(`Invalid numpy function: ${operator}`)
      return []
    }
    return [{ name, column: typeof column === 'string' ? column : name, operator, aggregator }]
  })
}

/** Returns the source column of an aggregate. */
export function sourceOf(frame: Frame, { column }: Aggregate): FrameColumn {
  const found = [...frame.columns, ...frame.index].find(({ header }) => header[0] === column)
  return found ?? throwPostError(`Column referenced by aggregate is undefined: ${column}`)
}

const KEEPS_KIND = ['min', 'max', 'nanmin', 'nanmax']

/** Returns one value per run. Minimum and maximum of texts are texts; other functions apply to numbers. */
export function aggregateColumn(
  source: FrameColumn,
  { operator, aggregator }: Aggregate,
  runs: RowsByGroup,
): FrameColumn {
  const keeps = KEEPS_KIND.includes(operator)
  if (keeps && source.type === STRING) return { ...source, values: extremes(source, operator.endsWith('max'), runs) }
  const all = numbersOf(source)
  const { rows, starts } = runs
  const laid = new Float64Array(rows.length)
  for (let index = 0; index < laid.length; index++) laid[index] = all[rows[index] as number] as number
  const values = new Float64Array(starts.length - 1)
  for (let run = 0; run < values.length; run++) {
    values[run] = aggregator(laid, starts[run] as number, starts[run + 1] as number)
  }
  return { ...source, type: keeps ? source.type : NUMERIC, values }
}

function extremes(source: FrameColumn, greatest: boolean, { rows, starts }: RowsByGroup): Cells {
  const sign = greatest ? -1 : 1
  return Array.from({ length: starts.length - 1 }, (_, run): Value => {
    const cells = Array.from(rows.subarray(starts[run], starts[run + 1]), (row) => cellAt(source, row))
    const present = cells.filter((value) => value !== null && !isNonFinite(value))
    return present.reduce<Value>(
      (best, value) => (best !== null && sign * compareValues(best, value) <= 0 ? best : value),
      null,
    )
  })
}
