import {
  cellAt,
  type Cells,
  type Frame,
  type FrameColumn,
  numbersOf,
  requireColumn,
  rowsBetween,
  takeRows,
} from './frame.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'
import { compareValues } from './compare-values.ts'

interface SortOptions {
  /** Names and whether ascending; undefined sorts by the index. */
  readonly by: readonly (readonly [string, boolean])[] | undefined
  readonly ascending: boolean
}

/**
 * Sorts rows by `columns` (name to ascending), by `by` and `ascending`, or by the index. Missing values are last in
 * either direction; equal rows keep their order.
 */
export const sort: Operation<SortOptions> = {
  name: 'sort',
  parse: (options) =>
    readOptions(options, (reader) => {
      const flags = options['ascending'] ?? true
      const list = Array.isArray(flags) ? flags : [flags]
      if (!list.every((each) => typeof each === 'boolean')) reader.fail('Invalid option `ascending`')
      const ascending = list[0] !== false
      const pairs = reader.pairs('columns', (value) => (typeof value === 'boolean' ? value : undefined))
      if (pairs) return { by: pairs, ascending }
      if (reader.flag('is_sort_index', false)) return { by: undefined, ascending }
      const names = reader.texts('by') ?? []
      if (Array.isArray(flags) && flags.length !== names.length) {
        reader.fail(`Length of ascending (${flags.length}) != length of by (${names.length})`)
      }
      return {
        by: names.map((name, index) => [name, Array.isArray(flags) ? flags[index] !== false : ascending]),
        ascending,
      }
    }),
  run(frame, { by, ascending }) {
    const keys = by
      ? by.map(([name, up]) => ({ column: requireColumn(frame, name), up }))
      : frame.index.map((column) => ({ column, up: ascending }))
    if (keys.length === 0) return by || ascending ? frame : takeRows(frame, rowsBetween(0, frame.rowCount).toReversed())
    return sortFrame(frame, keys)
  },
}

function sortFrame(frame: Frame, keys: readonly { readonly column: FrameColumn; readonly up: boolean }[]): Frame {
  const orders = keys.map(({ column, up }) => orderOf(column, up))
  const rows = rowsBetween(0, frame.rowCount).toSorted((a, b) => {
    for (const order of orders) {
      const found = order(a, b)
      if (found !== 0) return found
    }
    return 0
  })
  return takeRows(frame, rows)
}

/** Compares two rows by their cells in a column; missing cells are last in either direction. */
function orderOf(column: FrameColumn, up: boolean): (a: number, b: number) => number {
  if (!isNumbers(column.values))
    return (a, b) => {
      const [left, right] = [cellAt(column, a), cellAt(column, b)]
      const order = compareValues(left, right)
      return up || left === null || right === null ? order : -order
    }
  const numbers = numbersOf(column)
  return (a, b) => {
    const [left, right] = [numbers[a] as number, numbers[b] as number]
    if (left === right) return 0
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right))
    return left < right === up ? -1 : 1
  }
}

function isNumbers(values: Cells): boolean {
  return values instanceof Float64Array || values.every((value) => value === null || typeof value === 'number')
}
