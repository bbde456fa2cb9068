import { NUMERIC } from '#core/table/table.ts'
import type { Budget } from './post-budget.ts'
import { columnsNamed, type Frame, type FrameColumn, numbersOf, numeric, withName } from './frame.ts'
import type { Options } from './operation.ts'
import { asText, type OptionReader } from './option-reader.ts'

/** Source column to result name; undefined means every numeric column, in place. */
export type Mapping = readonly (readonly [string, string])[] | undefined

/** Reads `columns`; older payloads select all columns by `is_pivot_df`. */
export function readMapping(reader: OptionReader, options: Options): Mapping {
  const pairs = reader.pairs('columns', asText)
  return options['is_pivot_df'] === true ? undefined : pairs
}

/**
 * Returns the frame with new values for the mapped columns. If every source keeps its name, they replace the old
 * values, otherwise all are appended under the new names.
 */
export function withMappedColumns(
  frame: Frame,
  mapping: Mapping,
  budget: Budget,
  make: (columns: readonly FrameColumn[]) => readonly Float64Array[],
): Frame {
  const pairs = mapping && mappedPairs(frame, mapping, budget)
  const chosen = pairs?.map(({ column }) => column) ?? frame.columns.filter(({ type }) => type === NUMERIC)
  budget.frame(frame.rowCount, frame.columns.length + frame.index.length + chosen.length)
  const mappedColumns = make(chosen)
  const inPlace = (mapping ?? []).every(([from, to]) => from === to)
  if (inPlace) {
    const changed = new Map(chosen.map((column, index) => [column, mappedColumns[index]]))
    const columns = frame.columns.map((column) => {
      const values = changed.get(column)
      return values ? { ...column, ...numeric(column.header, values) } : column
    })
    return { ...frame, columns }
  }
  const added = chosen.map((column, index) =>
    withName(
      numeric(column.header, mappedColumns[index] ?? new Float64Array(frame.rowCount)),
      pairs?.[index]?.to ?? '',
    ),
  )
  return { ...frame, columns: [...frame.columns, ...added] }
}

function mappedPairs(frame: Frame, mapping: NonNullable<Mapping>, budget: Budget) {
  const pairs: { readonly column: FrameColumn; readonly to: string }[] = []
  for (const [from, to] of mapping) {
    pairs.push(...columnsNamed(frame, from).map((column) => ({ column, to })))
    budget.frame(frame.rowCount, pairs.length)
  }
  return pairs
}

/** Applies a function to the numbers of each column. */
export function eachColumn(make: (values: Float64Array) => Float64Array) {
  return (columns: readonly FrameColumn[]): Float64Array[] => columns.map((column) => make(numbersOf(column)))
}
